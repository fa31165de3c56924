import { scoreLanguages } from '../../text/language.ts'

/** When nothing else is known. */
const FALLBACK = 'en'
/** One or two words say little: `reset password` looks Italian. */
const FEW_WORDS = 3
/**
 * A document language that scores at least this share of the best one wins over it: the scores of
 * languages as close as Norwegian and Danish differ by 3 %.
 */
const MIN_SHARE = 0.95
const MIN_SHARE_OF_FEW = 0.75

/** The language to answer in: the question's, or where it is too short to tell, the documents'. */
export function readerLanguage(question: string, documentLanguages: readonly string[]): string {
  const { scores, isReliable } = scoreLanguages(question)
  const ranked = [...scores].toSorted((a, b) => b[1] - a[1])
  const [best] = ranked
  if (!best) return documentLanguages[0] ?? FALLBACK
  const words = question.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0
  const minShare = words < FEW_WORDS ? MIN_SHARE_OF_FEW : MIN_SHARE
  const near = ranked.find(
    ([language, score]) => documentLanguages.includes(language) && score >= minShare * best[1],
  )
  if (near) return near[0]
  const isTelling = words >= FEW_WORDS || /[^\P{L}a-z]/iu.test(question)
  return isReliable && isTelling ? best[0] : (documentLanguages[0] ?? FALLBACK)
}
