import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type AnsweredSet = {
  name: string
  passages: readonly { id: string; title: string; text: string }[]
  /** `passageIds`: those the answer was written from. */
  tasks: readonly { question: string; answer: string; passageIds: readonly string[] }[]
}

type Passage = { document_id?: string; title: string; text: string }
type ClapLine = {
  _id: string
  question: string
  answerable: boolean
  passages: Passage[]
  answers: string[]
}
type TurnLine = {
  answerability: string[]
  turns: { speaker: string; text: string }[]
  contexts: Passage[]
  reference: string
}
type DocumentLine = { _id: string; title: string; text: string }
type QueryLine = { _id: string; text: string; answer?: string; answers?: string[] }
type JudgementLine = { query_id: string; doc_id: string }

const READERS: Record<string, (folder: string) => Promise<Omit<AnsweredSet, 'name'>>> = {
  clapnq_dev: readClap,
  mtrag_un: readTurns,
  vendor_docs_qa: readJudged,
  xquad_en: readJudged,
}

/** Sets with answers and the passages that they were written from; those that are in the folder. */
export async function readAnsweredSets(dataDir: string): Promise<AnsweredSet[]> {
  const sets: AnsweredSet[] = []
  for (const [name, read] of Object.entries(READERS)) {
    const set = await read(join(dataDir, name)).catch(isMissing)
    if (set) sets.push({ name, ...set })
  }
  return sets
}

/** One passage a task; those of unanswerable questions are in the pool too. */
async function readClap(folder: string): Promise<Omit<AnsweredSet, 'name'>> {
  const lines = await readLines<ClapLine>(join(folder, 'tasks.jsonl'))
  return {
    passages: lines.flatMap(({ _id, passages }) =>
      passages.map(({ title, text }) => ({ id: _id, title, text })),
    ),
    tasks: lines
      .filter(({ answerable }) => answerable)
      .map(({ _id, question, answers }) => ({
        question,
        answer: answers[0] ?? '',
        passageIds: [_id],
      })),
  }
}

async function readTurns(folder: string): Promise<Omit<AnsweredSet, 'name'>> {
  const lines = await readLines<TurnLine>(join(folder, 'tasks.jsonl'))
  const passages = new Map(
    lines.flatMap(({ contexts }) =>
      contexts.map(({ document_id: id = '', title, text }) => [id, { id, title, text }] as const),
    ),
  )
  return {
    passages: [...passages.values()],
    tasks: lines
      .filter(({ answerability }) => answerability[0] === 'ANSWERABLE')
      .map(({ turns, contexts, reference }) => ({
        question: turns.findLast(({ speaker }) => speaker === 'user')?.text ?? '',
        answer: reference,
        passageIds: contexts.map(({ document_id = '' }) => document_id),
      })),
  }
}

/** Where there are only answer spans, the statement is the question with its answer. */
async function readJudged(folder: string): Promise<Omit<AnsweredSet, 'name'>> {
  const [documents, queries, judgements] = await Promise.all([
    readLines<DocumentLine>(join(folder, 'corpus.jsonl')),
    readLines<QueryLine>(join(folder, 'queries.jsonl')),
    readLines<JudgementLine>(join(folder, 'qrels.jsonl')),
  ])
  const byQuery = Map.groupBy(judgements, ({ query_id }) => query_id)
  return {
    passages: documents.map(({ _id, title, text }) => ({ id: _id, title, text })),
    tasks: queries.map(({ _id, text, answer, answers }) => ({
      question: text,
      answer: answer ?? `${text.replace(/\?$/, '')} ${answers?.[0] ?? ''}`,
      passageIds: (byQuery.get(_id) ?? []).map(({ doc_id }) => doc_id),
    })),
  }
}

async function readLines<Line>(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

function isMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
