import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Corpus } from '../answers/corpus-service.ts'
import { everyNth } from '../every-nth.ts'
import { JUDGED_SETS } from '../answers/judged-corpora.ts'
import { Pattern, readJudgedQuestions, requireFacts } from '../answers/judged-questions.ts'
import { ROOT } from '../options.ts'
import { readOwnSet, readPages } from '../sets/own-set.ts'

/**
 * `docs`: Footnote's own documentation. `language`: in the languages of the widget. `trap`: a number
 * among others, a false premise, a page that gives the model orders. `off-topic`: no page answers.
 */
export const KINDS = ['docs', 'language', 'trap', 'off-topic'] as const
export type Kind = (typeof KINDS)[number]

export type AnswerQuestion = {
  corpus: string
  kind: Kind
  language: string
  question: string
  /** Empty where no page answers. */
  facts: readonly string[]
  mustNot: readonly string[]
  pages: readonly string[]
}

const Line = z.strictObject({
  kind: z.enum(['language', 'trap', 'off-topic']),
  language: z.string().length(2),
  question: z.string().min(1),
  facts: z.array(Pattern).default([]),
  mustNot: z.array(Pattern).default([]),
  pages: z.array(z.string()).default([]),
})

const FOLDER = join(ROOT, 'bench/answers')
const DOCS = 'own'
const LAMP = 'lamp'

export type AnswerSet = { corpora: readonly Corpus[]; questions: readonly AnswerQuestion[] }

/** All from the repository. With a limit, so many of each kind. */
export async function readAnswerSet(limitPerKind: number): Promise<AnswerSet> {
  const docs = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  const lamp = await readPages(join(FOLDER, 'pages'))
  const judged = await readJudgedQuestions(JUDGED_SETS.first)
  const own = judged.filter(({ corpus }) => corpus === DOCS)
  const written = await readWritten(join(FOLDER, 'questions.jsonl'))
  requireFacts(own, getContents(docs.documents))
  requireFacts(written, getContents(lamp))
  const all: AnswerQuestion[] = [
    ...own.map((question) => ({ ...question, kind: 'docs' as const, language: 'en' })),
    ...written,
    ...docs.uncovered.map((question) => offTopic(question)),
  ]
  return {
    corpora: [
      { name: DOCS, contentType: 'text/markdown', documents: docs.documents },
      { name: LAMP, contentType: 'text/markdown', documents: lamp },
    ],
    questions: KINDS.flatMap((kind) =>
      everyNth(
        all.filter((question) => question.kind === kind),
        limitPerKind,
      ),
    ),
  }
}

const getContents = (
  documents: readonly { id: string; content: string }[],
): ReadonlyMap<string, string> => new Map(documents.map(({ id, content }) => [id, content]))

const offTopic = (question: string): AnswerQuestion => ({
  corpus: DOCS,
  kind: 'off-topic',
  language: 'en',
  question,
  facts: [],
  mustNot: [],
  pages: [],
})

async function readWritten(file: string): Promise<AnswerQuestion[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const question = Line.parse(JSON.parse(line))
    const isCovered = question.facts.length > 0 && question.pages.length > 0
    if (isCovered === (question.kind === 'off-topic'))
      throw new Error(`Facts and pages, or off-topic: ${line}`)
    return { corpus: LAMP, ...question }
  })
}
