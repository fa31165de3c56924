import { analyse } from '../../text/terms.ts'
import { getNames } from './names.ts'
import type { NegationCheck } from './negations.ts'
import { createNegationCheck } from './negations.ts'
import type { PlacedQuantity } from './number-fit.ts'
import { measuresSomethingElse, hasOtherUnit, placedQuantities } from './number-fit.ts'
import { findQuantity } from './quantities.ts'

export type Disagreement = 'number' | 'unit' | 'negation' | 'name'

/** The terms, numbers and negations of a passage. */
export type PassageFacts = {
  language: string
  terms: ReadonlySet<string>
  quantities: readonly PlacedQuantity[]
  negations: NegationCheck | null
}

/** Numbers up to this are common words, and need not be in the passage. */
const MAX_COMMON_NUMBER = 1

export const readFacts = (
  text: string,
  language: string,
  terms: ReadonlySet<string>,
): PassageFacts => ({
  language,
  terms,
  quantities: placedQuantities(text, language, { spelled: true }),
  negations: createNegationCheck(text, language),
})

/**
 * What of a statement its passage does not say so; null: nothing was found. A number or a name may
 * also stand in the question, or in another passage that supports the statement: one sentence often
 * sums up two.
 */
export function findDisagreement(
  statement: string,
  passage: PassageFacts,
  others: readonly Pick<PassageFacts, 'terms' | 'quantities'>[],
  isKnown: (term: string) => boolean,
): Disagreement | null {
  const stated = placedQuantities(statement, passage.language, { spelled: false })
  for (const quantity of stated) {
    if (measuresSomethingElse(quantity, stated, passage.quantities)) return 'number'
    if (quantity.values.every((value) => value <= MAX_COMMON_NUMBER)) continue
    const verdicts = new Set(
      [passage, ...others].map(({ quantities }) => findQuantity(quantity, quantities)),
    )
    if (verdicts.has('agrees')) {
      if (hasOtherUnit(quantity, passage.quantities)) return 'unit'
      continue
    }
    return verdicts.has('other unit') ? 'unit' : 'number'
  }
  if (passage.negations?.contradicts(statement)) return 'negation'
  const isForeign = (name: string) => {
    const terms = analyse(name, passage.language).filter(isKnown)
    return (
      terms.length > 0 &&
      ![passage, ...others].some((facts) => terms.some((term) => facts.terms.has(term)))
    )
  }
  return getNames(statement, passage.language).some(isForeign) ? 'name' : null
}
