import { join } from 'node:path'
import type { TextContentType as ContentType } from '@footnote/contract/admin/content-type'
import { everyNth } from '../every-nth.ts'
import type { JudgedQuestion } from './judged-questions.ts'
import { CORPORA, readJudgedQuestions, requireFacts } from './judged-questions.ts'
import { ROOT } from '../options.ts'
import { readPages } from '../sets/own-set.ts'
import type { JudgedSet, SetDocument } from '../sets/sets.ts'
import { readSet } from '../sets/sets.ts'

export type JudgedCorpus = {
  name: string
  contentType: ContentType
  /** The pages that the questions name, and others among which they have to be found. */
  documents: readonly SetDocument[]
  questions: readonly JudgedQuestion[]
}

/** `unseen` is never tuned on: it shows whether what was won on the first set holds elsewhere. */
export const JUDGED_SETS = {
  first: join(ROOT, 'bench/judged/questions.jsonl'),
  unseen: join(ROOT, 'bench/judged/unseen.jsonl'),
}
export type JudgedSetName = keyof typeof JUDGED_SETS

/** The corpora that are there, each with at most so many other pages, evenly taken. */
export async function readJudgedCorpora(
  dataDir: string,
  file: string,
  { otherPages, questions: limit }: { otherPages: number; questions: number },
): Promise<JudgedCorpus[]> {
  const all = await readJudgedQuestions(file)
  const corpora: JudgedCorpus[] = []
  for (const name of CORPORA) {
    const own = all.filter(({ corpus }) => corpus === name)
    const pages = own.length === 0 ? null : await readCorpus(dataDir, name)
    if (!pages) continue
    const { documents, contentType } = pages
    requireFacts(own, new Map(documents.map(({ id, content }) => [id, content])))
    const questions = everyNth(own, limit)
    const shown = withOthers(documents, questions, otherPages)
    corpora.push({ name, contentType, documents: shown, questions })
  }
  return corpora
}

type Pages = Pick<JudgedSet, 'documents' | 'contentType'>

export async function readCorpus(dataDir: string, name: string): Promise<Pages | null> {
  if (name !== 'own') return readSet(dataDir, name)
  return { documents: await readPages(join(ROOT, 'docs')), contentType: 'text/markdown' }
}

/** The pages that are named, and at most so many others among which they have to be found. */
export function withOthers(
  documents: readonly SetDocument[],
  questions: readonly { pages: readonly string[] }[],
  otherPages: number,
): SetDocument[] {
  const named = new Set(questions.flatMap(({ pages }) => pages))
  const others = everyNth(
    documents.filter(({ id }) => !named.has(id)),
    otherPages,
  )
  return [...documents.filter(({ id }) => named.has(id)), ...others]
}
