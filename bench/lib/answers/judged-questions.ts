import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { plainText } from '../../../server/src/evaluations/metrics/plain-text.ts'

export const KINDS = ['how-to', 'what-is', 'why', 'compare', 'limit'] as const
export const CORPORA = ['k8s_docs', 'github_docs', 'own', 'vendor_docs_qa'] as const

export const Pattern = z.string().refine((source) => isPattern(source), 'is no regular expression')

const Question = z.strictObject({
  corpus: z.enum(CORPORA),
  kind: z.enum(KINDS),
  question: z.string().min(1),
  /** An answer has to match all of them. */
  facts: z.array(Pattern).min(1),
  /** What leads a reader astray when the facts are missing: another feature's step, the opposite. */
  mustNot: z.array(Pattern),
  /** Each of them has all the facts. */
  pages: z.array(z.string()).min(1),
})
export type JudgedQuestion = z.infer<typeof Question>

/** What an answer to a question is judged by. */
export type Labels = {
  facts: readonly string[]
  mustNot: readonly string[]
  pages: readonly string[]
}
type Labelled = Labels & { question: string }

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'i').source !== ''
  } catch {
    return false
  }
}

export async function readJudgedQuestions(file: string): Promise<JudgedQuestion[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const questions = lines.map((line) => Question.parse(JSON.parse(line)))
  const asked = new Set(questions.map(({ question }) => question))
  if (asked.size !== questions.length) throw new Error('A question is asked twice.')
  return questions
}

/** A fact that left its page would count against every answer: correct the label first. */
export function requireFacts(
  questions: readonly Labelled[],
  contents: ReadonlyMap<string, string>,
): void {
  const missing = questions.flatMap(({ question, facts, pages }) =>
    pages.flatMap((page) => {
      const content = contents.get(page)
      if (content === undefined) return [`"${question}": there is no page ${page}`]
      const text = plainText(content)
      return facts
        .filter((fact) => !new RegExp(fact, 'i').test(text))
        .map((fact) => `"${question}": ${page} does not have /${fact}/`)
    }),
  )
  if (missing.length > 0) throw new Error(`Labels to correct:\n${missing.join('\n')}`)
}
