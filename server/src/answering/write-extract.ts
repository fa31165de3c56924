import type { RankedPassage } from '../retrieval/retrieve.ts'
import { chooseUnits } from './choose-units.ts'
import { familyOf, isWhole } from './companions.ts'
import { composeExtract } from './compose-extract.ts'
import { questionKind } from './question-shape.ts'
import { scoreUnits, type ScoredUnit } from './score-units.ts'

/** A unit whose lead, or whose list, is missing. */
const BROKEN_PENALTY = 0.3
/** With the lists and listings that sentences bring along. */
const MAX_LENGTH = 1200

/**
 * An answer without a language model: the sentences that fit the question best, quoted, each with
 * the number of its passage. Pieces to stream, in markdown; [] when no sentence shares anything with
 * the question. Nothing is added but page titles, so the reader's language is the pages'.
 */
export function writeExtract(question: string, passages: readonly RankedPassage[]): string[] {
  const { units, weightOf } = scoreUnits(question, passages)
  const wantsCode = questionKind(question) === 'steps'
  const candidates = units.flatMap((unit) => {
    const whole = isWhole(unit, familyOf(unit, units, wantsCode))
    if (unit.kind === 'code' && !(whole && wantsCode)) return []
    return [whole ? unit : { ...unit, bonus: unit.bonus - BROKEN_PENALTY }]
  })
  const shown = new Set<ScoredUnit>()
  for (const { index } of chooseUnits(candidates, weightOf)) {
    const unit = units[index]
    const family = unit ? familyOf(unit, units, wantsCode) : []
    const all = new Set([...shown, ...family])
    if (shown.size === 0 || lengthOf(all) <= MAX_LENGTH)
      for (const member of family) shown.add(member)
  }
  return composeExtract([...shown], passages)
}

const lengthOf = (units: ReadonlySet<ScoredUnit>): number =>
  [...units].reduce((sum, { text }) => sum + text.length, 0)
