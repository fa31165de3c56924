import { analyse } from '../knowledge/terms.ts'
import type { RankedPassage } from '../retrieval/retrieve.ts'
import { ENDED, unitsOf, type Unit } from './passage-units.ts'
import { pointsElsewhere, questionKind, shapeFit } from './question-shape.ts'

export type ScoredUnit = Unit & {
  /** The passage's place in the list, from 0. */
  passage: number
  /** Its document's id and language. */
  page: string
  language: string
  /** The unit's place among all units. */
  index: number
  terms: ReadonlySet<string>
  /** The question's terms that the unit has, and those that only its headings have. */
  own: ReadonlySet<string>
  around: ReadonlySet<string>
  /** All but the question's terms: relevance of the passage, form, place. */
  bonus: number
}

export type Scored = {
  units: ScoredUnit[]
  /** The share that a term of the question has in it; all together are 1. */
  weightOf: (term: string) => number
}

const RELEVANCE_WEIGHT = 0.3
const SHAPE_WEIGHT = 0.15
const FIRST_WEIGHT = 0.05
const ELSEWHERE_PENALTY = 0.4
const UNENDED_PENALTY = 0.15

/** Every unit of the passages with what it shares with the question. */
export function scoreUnits(question: string, passages: readonly RankedPassage[]): Scored {
  const asked = new Map<string, ReadonlySet<string>>()
  const inLanguage = (language: string) => {
    const known = asked.get(language) ?? new Set(analyse(question, language))
    asked.set(language, known)
    return known
  }
  const kind = questionKind(question)
  const best = Math.max(...passages.map(({ relevance }) => relevance), Number.EPSILON)
  const units = passages.flatMap((passage, index) => {
    const { language } = passage.document
    const terms = inLanguage(language)
    return unitsOf(passage.content).map((unit, place): ScoredUnit => {
      const found = new Set(analyse(unit.text, language))
      const above = analyse(
        [passage.document.title, ...passage.headingPath, unit.heading, unit.headerRow ?? ''].join(
          '\n',
        ),
        language,
      )
      const own = new Set([...terms].filter((term) => found.has(term)))
      const around = new Set(above.filter((term) => terms.has(term) && !own.has(term)))
      const bonus =
        (RELEVANCE_WEIGHT * passage.relevance) / best +
        SHAPE_WEIGHT * shapeFit(kind, unit, terms, language) +
        (place === 0 ? FIRST_WEIGHT : 0) -
        (pointsElsewhere(unit.text) ? ELSEWHERE_PENALTY : 0) -
        (unit.kind === 'sentence' && !ENDED.test(unit.text) ? UNENDED_PENALTY : 0)
      return {
        ...unit,
        passage: index,
        page: passage.document.id,
        language,
        index: 0,
        terms: found,
        own,
        around,
        bonus,
      }
    })
  })
  for (const [index, unit] of units.entries()) unit.index = index
  return { units, weightOf: termWeights(units) }
}

/** A term that few units have tells more about which of them answers. */
function termWeights(units: readonly ScoredUnit[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { own } of units) for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map(
    [...counts].map(([term, count]) => [term, Math.log(1 + units.length / count)] as const),
  )
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  return (term) => (weights.get(term) ?? 0) / (sum || 1)
}
