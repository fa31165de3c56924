import { analyse } from '../../text/terms.ts'
import { splitSentenceUnits } from './sentence-units.ts'
import type { Quantity } from './quantities.ts'
import { isSameAmount, isSameNumber, findQuantities, splitWords } from './quantities.ts'

/** A number with the terms of its sentence, each with how many words away it stands. */
export type PlacedQuantity = Quantity & {
  near: ReadonlyMap<string, number>
  /** The word before it, such as `in` or `for`. */
  before: string
  /** What each term of the text weighs: the fewer sentences have it, the more. */
  weights: ReadonlyMap<string, number>
}

/** A term this many words away counts half. */
const HALF_AWAY_WORDS = 9
/** Terms further away say little about a number. */
const MAX_AWAY_WORDS = 14
/** What the same word before both numbers counts, beside 1 for a rare term next to both. */
const SAME_WORD_BEFORE = 0.3
/** Another number of the passage is meant if it fits better by this factor, and by this much. */
const MIN_RATIO = 1.1
const MIN_LEAD = 0.1

export function placedQuantities(
  text: string,
  language: string,
  options: { spelled: boolean },
): PlacedQuantity[] {
  const units = splitSentenceUnits(text).map((unit) => {
    const words = splitWords(unit)
    return { words, terms: words.map((word) => analyse(word, language)) }
  })
  const weights = computeWeights(units.map(({ terms }) => new Set(terms.flat())))
  return units.flatMap(({ words, terms }) =>
    findQuantities(words, options).map((quantity) => ({
      ...quantity,
      near: distances(terms, quantity.at),
      before: words[quantity.at - 1]?.toLowerCase() ?? '',
      weights,
    })),
  )
}

function computeWeights(units: readonly ReadonlySet<string>[]): Map<string, number> {
  const spread = new Map<string, number>()
  for (const unit of units) for (const term of unit) spread.set(term, (spread.get(term) ?? 0) + 1)
  const most = Math.log(1 + units.length)
  return new Map(
    [...spread].map(([term, count]) => [term, Math.log(1 + units.length / count) / most]),
  )
}

function distances(terms: readonly (readonly string[])[], at: number): Map<string, number> {
  const near = new Map<string, number>()
  for (const [place, ofWord] of terms.entries()) {
    const distance = Math.abs(place - at)
    if (distance === 0 || distance > MAX_AWAY_WORDS) continue
    for (const term of ofWord) near.set(term, Math.min(distance, near.get(term) ?? Infinity))
  }
  return near
}

/** 1 next to it. */
const closeness = (distance: number): number =>
  (HALF_AWAY_WORDS - 1) / (HALF_AWAY_WORDS - 2 + distance)

/** How well two numbers stand among the same terms, the nearest counting most. */
export function rateFit(a: PlacedQuantity, b: PlacedQuantity): number {
  let fit = a.before !== '' && a.before === b.before ? SAME_WORD_BEFORE : 0
  for (const [term, distance] of a.near) {
    const other = b.near.get(term)
    if (other !== undefined) {
      fit += (b.weights.get(term) ?? 1) * closeness(distance) * closeness(other)
    }
  }
  return fit
}

/** Whether one could be said in place of the other: hours for hours, or for a bare number. */
const areAlike = (a: Quantity, b: Quantity): boolean =>
  a.dimension === b.dimension || a.dimension === null || b.dimension === null

const bestFit = (quantity: PlacedQuantity, others: readonly PlacedQuantity[]): number =>
  others.reduce((best, other) => Math.max(best, rateFit(quantity, other)), 0)

/** `24 hours` where the passage says that of another thing, and `7 days` of this one. */
export function measuresSomethingElse(
  quantity: PlacedQuantity,
  stated: readonly PlacedQuantity[],
  passage: readonly PlacedQuantity[],
): boolean {
  const isStated = (other: PlacedQuantity) => stated.some((own) => isSameNumber(own, other))
  const same = passage.filter((other) => isSameNumber(quantity, other))
  if (same.length === 0) return false
  const others = passage.filter((other) => !isStated(other) && areAlike(quantity, other))
  return bestFit(quantity, others) > MIN_RATIO * bestFit(quantity, same) + MIN_LEAD
}

/** `30 months` where the passage has `30 days` in this place, and a bare 30 in another. */
export function hasOtherUnit(
  quantity: PlacedQuantity,
  passage: readonly PlacedQuantity[],
): boolean {
  if (quantity.dimension === null) return false
  const equal = passage.filter((other) => isSameNumber(quantity, other))
  if (equal.some((other) => isSameAmount(quantity, other))) return false
  const isBare = ({ dimension }: Quantity) => dimension === null
  const measured = equal.filter((other) => !isBare(other))
  return (
    measured.length > 0 && bestFit(quantity, measured) > bestFit(quantity, equal.filter(isBare))
  )
}
