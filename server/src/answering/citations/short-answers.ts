import { endsInColon } from '../../text/ends-in-colon.ts'
import { analyse } from '../../text/terms.ts'

/** `Yes.`, `6.` or `No, 30 seconds.`, which say something only as the answer to their question. */
export type ShortAnswer = {
  verdict: 'yes' | 'no' | null
  /** What it says besides yes or no. */
  terms: string[]
  /** The question and the answer as one statement. */
  inFull: string
}

/** With more terms a statement can be judged by itself. */
const MAX_TERMS = 2

const YES = /^(?:yes|ja|oui|sí|sim|نعم|是的?|はい)(?!\p{L})[\s,.!，、。،]*/iu
const NO = /^(?:no|nein|non|não|لا|不是?|いいえ)(?!\p{L})[\s,.!，、。،]*/iu
const MARKUP_BEFORE = /^[\s>*_#-]+/
const QUESTION_END = /[\s.!?？؟。]+$/u

/** Null for a statement that can be judged by itself, and for one that only announces something. */
export function readShortAnswer(
  statement: string,
  question: string,
  language: string,
): ShortAnswer | null {
  const bare = statement.replace(MARKUP_BEFORE, '')
  const verdict = YES.test(bare) ? 'yes' : NO.test(bare) ? 'no' : null
  const rest = bare.replace(YES, '').replace(NO, '')
  const terms = analyse(rest, language)
  if (endsInColon(rest) || terms.length > MAX_TERMS) return null
  if (terms.length === 0 && verdict === null) return null
  return { verdict, terms, inFull: `${question.replace(QUESTION_END, '')} ${rest}` }
}
