import type { ScoredUnit } from './score-units.ts'

const MAX_UNITS = 5
const MAX_LENGTH = 900
/** A unit joins when it is worth this share of the best one. */
const MIN_SHARE = 0.55
/** What a term counts that stands in the headings, or that a chosen unit had already. */
const AROUND_WEIGHT = 0.4
const REPEATED_WEIGHT = 0.5
const NEIGHBOUR_WEIGHT = 0.2
/** What says nothing new is worth half, less than `MIN_SHARE` of what it repeats. */
const REDUNDANCY_WEIGHT = 0.5
/** One page that answers reads better than a line each of several. */
const OTHER_PAGE_FACTOR = 0.85

/** The units that answer best, best first: each adds something that those before it did not say. */
export function chooseUnits(
  units: readonly ScoredUnit[],
  weightOf: (term: string) => number,
): ScoredUnit[] {
  const overlaps = new Map(units.map((unit) => [unit, sum(unit.own, weightOf)]))
  const neighbours = neighbourScores(units, overlaps)
  const candidates = units.filter(saysSomething)
  const chosen: ScoredUnit[] = []
  const covered = new Set<string>()
  let best = 0
  let length = 0
  while (chosen.length < MAX_UNITS) {
    let next: { unit: ScoredUnit; value: number } | undefined
    for (const unit of candidates) {
      if (chosen.includes(unit)) continue
      if (chosen.length > 0 && length + unit.text.length > MAX_LENGTH) continue
      const redundancy = Math.max(0, ...chosen.map((other) => similarity(unit, other)))
      const discounted = (term: string) =>
        weightOf(term) * (covered.has(term) ? REPEATED_WEIGHT : 1)
      const value =
        (sum(unit.own, discounted) +
          AROUND_WEIGHT * sum(unit.around, discounted) +
          NEIGHBOUR_WEIGHT * (neighbours.get(unit) ?? 0) +
          unit.bonus) *
        lengthFactor(unit) *
        (chosen.length > 0 && !chosen.some(({ page }) => page === unit.page)
          ? OTHER_PAGE_FACTOR
          : 1) *
        (1 - REDUNDANCY_WEIGHT * redundancy)
      if (!next || value > next.value) next = { unit, value }
    }
    if (!next || next.value < best * MIN_SHARE) break
    best ||= next.value
    chosen.push(next.unit)
    for (const term of next.unit.own) covered.add(term)
    length += next.unit.text.length
  }
  return chosen
}

const MIN_NEW_TERMS = 1
const MAX_UNIT_LENGTH = 700

/** Shares something with the question, does more than repeat it, and is no page of its own. */
const saysSomething = ({ own, around, terms, text }: ScoredUnit): boolean =>
  own.size + around.size > 0 &&
  terms.size - own.size >= MIN_NEW_TERMS &&
  text.length <= MAX_UNIT_LENGTH

const sum = (terms: ReadonlySet<string>, weightOf: (term: string) => number): number =>
  [...terms].reduce((total, term) => total + weightOf(term), 0)

/** The better overlap of the units before and after in the same passage. */
function neighbourScores(
  units: readonly ScoredUnit[],
  overlaps: ReadonlyMap<ScoredUnit, number>,
): Map<ScoredUnit, number> {
  const at = (index: number, passage: number) => {
    const unit = units[index]
    return unit?.passage === passage ? (overlaps.get(unit) ?? 0) : 0
  }
  return new Map(
    units.map((unit, index) => [
      unit,
      Math.max(at(index - 1, unit.passage), at(index + 1, unit.passage)),
    ]),
  )
}

const FULL_TERMS = 5
const LONG_LENGTH = 400

/** A few words say little; a very long sentence says much that was not asked. */
function lengthFactor({ terms, text }: ScoredUnit): number {
  const short = Math.min(1, (terms.size + 2) / (FULL_TERMS + 2))
  return text.length > LONG_LENGTH ? short * Math.sqrt(LONG_LENGTH / text.length) : short
}

/** The share of what one says that the other says too. To share the question's terms is no fault. */
function similarity(a: ScoredUnit, b: ScoredUnit): number {
  return Math.max(shareOf(a, b, a.own), shareOf(b, a, b.own))
}

function shareOf(a: ScoredUnit, b: ScoredUnit, own: ReadonlySet<string>): number {
  const said = [...a.terms].filter((term) => !own.has(term))
  return said.length === 0 ? 0 : said.filter((term) => b.terms.has(term)).length / said.length
}
