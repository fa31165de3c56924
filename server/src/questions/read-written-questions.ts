import { MAX_STARTER_QUESTION_CHARACTERS } from '@footnote/contract/limits'
import { countCodePoints } from '@footnote/contract/text'
import type { TitleQuestion } from './questions-from-titles.ts'

const LINE = /^(\d{1,4})\s*\|\s*(\S.*)$/u
/** A question is words: no markup, no address to lead readers to, nothing invisible. */
const NOT_WORDS = /[<>\p{Cc}\p{Cf}]|:\/\/|\]\(|\bwww\./iu

/**
 * Parses what a model wrote: on each line the number of a title, a bar and the question. If one line is
 * anything else, all of it is rejected.
 */
export function readWrittenQuestions<From>(
  text: string,
  titles: readonly From[],
): TitleQuestion<From>[] {
  const lines = text
    .toWellFormed()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const questions: TitleQuestion<From>[] = []
  for (const line of lines) {
    const [, number = '', question = ''] = LINE.exec(line) ?? []
    const from = titles[Number(number) - 1]
    if (from === undefined || !isQuestion(question)) return []
    questions.push({ question, from })
  }
  return questions
}

const isQuestion = (text: string): boolean =>
  text !== '' && countCodePoints(text) <= MAX_STARTER_QUESTION_CHARACTERS && !NOT_WORDS.test(text)
