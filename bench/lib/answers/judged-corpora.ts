import { join } from 'node:path'
import { everyNth } from '../every-nth.ts'
import type { JudgedQuestion } from './judged-questions.ts'
import { CORPORA, readJudgedQuestions, requireFacts } from './judged-questions.ts'
import { ROOT } from '../options.ts'
import { readPages } from '../sets/own-set.ts'
import type { SetDocument } from '../sets/sets.ts'
import { readSet } from '../sets/sets.ts'

export type JudgedCorpus = {
  name: string
  /** The pages that the questions name, and others among which they have to be found. */
  documents: readonly SetDocument[]
  questions: readonly JudgedQuestion[]
}

const QUESTIONS_FILE = join(ROOT, 'bench/judged/questions.jsonl')

/** The corpora that are there, each with at most so many other pages, evenly taken. */
export async function readJudgedCorpora(
  dataDir: string,
  { otherPages, questions: limit }: { otherPages: number; questions: number },
): Promise<JudgedCorpus[]> {
  const all = await readJudgedQuestions(QUESTIONS_FILE)
  const corpora: JudgedCorpus[] = []
  for (const name of CORPORA) {
    const documents = await readDocuments(dataDir, name)
    if (!documents) continue
    const own = all.filter(({ corpus }) => corpus === name)
    requireFacts(own, new Map(documents.map(({ id, content }) => [id, content])))
    const questions = everyNth(own, limit)
    corpora.push({ name, documents: withOthers(documents, questions, otherPages), questions })
  }
  return corpora
}

async function readDocuments(
  dataDir: string,
  name: string,
): Promise<readonly SetDocument[] | null> {
  if (name === 'own') return readPages(join(ROOT, 'docs'))
  const set = await readSet(dataDir, name)
  return set?.documents ?? null
}

function withOthers(
  documents: readonly SetDocument[],
  questions: readonly JudgedQuestion[],
  otherPages: number,
): SetDocument[] {
  const named = new Set(questions.flatMap(({ pages }) => pages))
  const others = everyNth(
    documents.filter(({ id }) => !named.has(id)),
    otherPages,
  )
  return [...documents.filter(({ id }) => named.has(id)), ...others]
}
