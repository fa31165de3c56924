import type { RankedPassage } from '../retrieval/retrieve.ts'
import { chooseUnits } from './choose-units.ts'
import { familyOf, isWhole } from './companions.ts'
import { composeExtract } from './compose-extract.ts'
import { questionKind } from './question-shape.ts'
import { scoreUnits } from './score-units.ts'

const BROKEN_PENALTY = 0.3

/**
 * An answer without a language model: the sentences that fit the question best, quoted, each with
 * the number of its passage. Pieces to stream, in markdown; [] when no sentence shares anything with
 * the question. Nothing is added but page titles, so the reader's language is the pages'.
 */
export function writeExtract(
  question: string,
  passages: readonly RankedPassage[],
  _language: string,
): string[] {
  const { units, weightOf } = scoreUnits(question, passages)
  const wantsCode = questionKind(question) === 'steps'
  const candidates = units.flatMap((unit) => {
    const whole = isWhole(unit, familyOf(unit, units, wantsCode))
    if (unit.kind === 'code' && !(whole && wantsCode)) return []
    return [whole ? unit : { ...unit, bonus: unit.bonus - BROKEN_PENALTY }]
  })
  const chosen = chooseUnits(candidates, weightOf)
  const shown = chosen.flatMap(({ index }) => {
    const unit = units[index]
    return unit ? familyOf(unit, units, wantsCode) : []
  })
  return composeExtract([...new Set(shown)], passages)
}
