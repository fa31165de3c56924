import type { Labels } from './judged-questions.ts'
import { plainText } from '../../../server/src/evaluations/metrics/plain-text.ts'

/**
 * `contains`: every fact is in the answer. `misleads`: a fact is missing, and the answer has what it
 * must not have or cites none of the right pages. `incomplete`: a fact is missing, the page is right.
 */
export type Verdict = 'contains' | 'incomplete' | 'misleads' | 'refused'

export type JudgedAnswer = {
  text: string
  refused: boolean
  /** The pages cited, by their id in the corpus. */
  pages: readonly string[]
}

export function judge(question: Labels, answer: JudgedAnswer): Verdict {
  if (answer.refused) return 'refused'
  const text = plainText(answer.text)
  const matches = (source: string) => new RegExp(source, 'i').test(text)
  if (question.facts.every(matches)) return 'contains'
  const hasRightPage = question.pages.some((page) => answer.pages.includes(page))
  return question.mustNot.some(matches) || !hasRightPage ? 'misleads' : 'incomplete'
}
