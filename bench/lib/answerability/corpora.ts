import { join } from 'node:path'
import { standAlone } from '../../../server/src/answering/follow-up/stand-alone.ts'
import { everyNth } from '../every-nth.ts'
import { ROOT } from '../options.ts'
import { readOwnSet } from '../sets/own-set.ts'
import type { JudgedSet, SetDocument, SetQuery } from '../sets/sets.ts'
import { readLines, readSet, shorten } from '../sets/sets.ts'

/** A knowledge base to ask, and the questions for it. */
export type Corpus = {
  name: string
  /** The set that it was taken from: all corpora of a family are left out together. */
  family: string
  set: JudgedSet
  /** Questions on its subject that none of its documents answers. */
  uncovered: readonly string[]
  /** A small one is asked fewer questions off the subject. */
  isSmall: boolean
}

/** What of the judged sets is indexed: whole sets would take hours to embed and tell no more. */
const SIZES: Readonly<Record<string, { documents: number; queries: number }>> = {
  vendor_docs_qa: { documents: 160, queries: 100 },
  xquad_en: { documents: 240, queries: 480 },
  scifact: { documents: 500, queries: 300 },
  k8s_docs: { documents: 100, queries: 110 },
  github_docs: { documents: 130, queries: 130 },
}

/** Cut out of a set, because every knowledge base begins like this. */
const SMALL = [
  { documents: 1, corpora: 6 },
  { documents: 2, corpora: 6 },
  { documents: 6, corpora: 5 },
]
const SMALL_QUESTIONS = { covered: 12, uncovered: 6 }
const SMALL_FAMILIES = new Set(['vendor_docs_qa', 'xquad_en', 'k8s_docs', 'own'])

export const FAMILIES = [...Object.keys(SIZES), 'clapnq_dev', 'mtrag_un', 'own'] as const

/** null where the set is not in the folder. */
export async function readFamily(dataDir: string, family: string): Promise<Corpus[] | null> {
  const whole = await readWhole(dataDir, family)
  if (!whole) return null
  if (!SMALL_FAMILIES.has(family)) return [whole]
  return [whole, ...SMALL.flatMap((size) => smallCorpora(whole, size))]
}

async function readWhole(dataDir: string, family: string): Promise<Corpus | null> {
  const corpus = { name: family, family, isSmall: false }
  if (family === 'own') {
    const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
    return { ...corpus, set, uncovered: set.uncovered }
  }
  if (family === 'clapnq_dev')
    return readClap(dataDir).then((read) => read && { ...corpus, ...read })
  if (family === 'mtrag_un')
    return readTurns(dataDir).then((read) => read && { ...corpus, ...read })
  const set = await readSet(dataDir, family)
  const size = SIZES[family]
  if (!set || !size) return null
  const queries = everyNth(set.queries, size.queries)
  return { ...corpus, set: shorten({ ...set, queries }, size), uncovered: [] }
}

type ReadCorpus = Pick<Corpus, 'set' | 'uncovered'>
type ClapTask = {
  _id: string
  question: string
  answerable: boolean
  passages: { title: string; text: string }[]
}

/** One passage a task. That of an unanswerable question is on its subject and has no answer. */
async function readClap(dataDir: string): Promise<ReadCorpus | null> {
  const tasks = await readTasks<ClapTask>(dataDir, 'clapnq_dev')
  if (!tasks) return null
  const documents = tasks.flatMap(({ _id, passages }) =>
    passages.map((passage) => toDocument('clapnq_dev', { id: _id, ...passage })),
  )
  const queries = tasks
    .filter(({ answerable }) => answerable)
    .map(({ _id, question }) => toQuery(_id, question, [_id]))
  const uncovered = tasks.filter(({ answerable }) => !answerable).map(({ question }) => question)
  return { set: { name: 'clapnq_dev', contentType: 'text/plain', documents, queries }, uncovered }
}

type TurnsTask = {
  _id: string
  answerability: string[]
  turns: { text: string }[]
  contexts: { document_id: string; title: string | null; text: string }[]
}

/** The last question of each conversation, made to stand alone as the product does without a model. */
async function readTurns(dataDir: string): Promise<ReadCorpus | null> {
  const tasks = await readTasks<TurnsTask>(dataDir, 'mtrag_un')
  if (!tasks) return null
  const documents = new Map(
    tasks.flatMap(({ contexts }) =>
      contexts.map(({ document_id: id, title, text }) => {
        return [id, toDocument('mtrag_un', { id, title: title ?? '', text })] as const
      }),
    ),
  )
  const answerable = tasks.filter(({ answerability }) => answerability[0] === 'ANSWERABLE')
  const queries = answerable
    .filter(({ contexts }) => contexts.length > 0)
    .map((task) => {
      const ids = task.contexts.map(({ document_id: id }) => id)
      return toQuery(task._id, lastQuestion(task), ids)
    })
  const uncovered = tasks
    .filter(({ answerability }) => answerability[0] === 'UNANSWERABLE')
    .map(lastQuestion)
  const set = { name: 'mtrag_un', contentType: 'text/plain' as const }
  return { set: { ...set, documents: [...documents.values()], queries }, uncovered }
}

function lastQuestion({ turns }: TurnsTask): string {
  const texts = turns.map(({ text }) => text)
  const earlier: { question: string; answer: string }[] = []
  for (let index = 0; index + 1 < texts.length; index += 2) {
    earlier.push({ question: texts[index] ?? '', answer: texts[index + 1] ?? '' })
  }
  return standAlone(texts.at(-1) ?? '', earlier)
}

const readTasks = <Task>(dataDir: string, name: string): Promise<Task[] | null> =>
  readLines<Task>(join(dataDir, name, 'tasks.jsonl')).catch(() => null)

const toDocument = (
  set: string,
  { id, title, text }: { id: string; title: string; text: string },
): SetDocument => ({
  id,
  url: `https://bench.invalid/${set}/${encodeURIComponent(id)}`,
  title,
  content: text,
})

const toQuery = (id: string, text: string, documentIds: readonly string[]): SetQuery => ({
  id,
  text,
  relevance: new Map(documentIds.map((documentId) => [documentId, 1])),
  altered: [],
})

/** Neighbouring documents of a set, which share a subject, as those of a young knowledge base do. */
function smallCorpora(
  { family, set, uncovered }: Corpus,
  size: { documents: number; corpora: number },
): Corpus[] {
  const step = Math.floor(set.documents.length / size.corpora)
  return Array.from({ length: size.corpora }, (_, number) => {
    const start = number * step + Math.floor(step / 2)
    const documents = set.documents.slice(start, start + size.documents)
    const ids = new Set(documents.map(({ id }) => id))
    const isInside = ({ relevance }: SetQuery) => [...relevance.keys()].every((id) => ids.has(id))
    const isOutside = ({ relevance }: SetQuery) => ![...relevance.keys()].some((id) => ids.has(id))
    const others = everyNth(set.queries.filter(isOutside), SMALL_QUESTIONS.uncovered)
    const name = `${family} ${size.documents}-${number + 1}`
    return {
      name,
      family,
      isSmall: true,
      set: {
        ...set,
        name,
        documents,
        queries: set.queries.filter(isInside).slice(0, SMALL_QUESTIONS.covered),
      },
      uncovered: [...others.map(({ text }) => text), ...everyNth(uncovered, 3)],
    }
  }).filter((corpus) => corpus.set.queries.length > 0)
}
