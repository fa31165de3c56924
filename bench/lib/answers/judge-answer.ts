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

/** Whether every fact is in the text. */
export function holds({ facts }: Labels, text: string): boolean {
  const words = plainText(text)
  return facts.every((fact) => new RegExp(fact, 'i').test(words))
}

/** Whether a tag of a site generator is shown as text; in code it may be meant. */
export const hasTemplateTags = (text: string): boolean =>
  /\{\{|\{%/.test(text.replace(/^(`{3,})[^\n]*\n.*?^\1$|(`+)[^`].*?\2/gms, ''))

export function judge(question: Labels, answer: JudgedAnswer): Verdict {
  if (answer.refused) return 'refused'
  if (holds(question, answer.text)) return 'contains'
  const text = plainText(answer.text)
  const matches = (source: string) => new RegExp(source, 'i').test(text)
  const hasRightPage = question.pages.some((page) => answer.pages.includes(page))
  return question.mustNot.some(matches) || !hasRightPage ? 'misleads' : 'incomplete'
}
