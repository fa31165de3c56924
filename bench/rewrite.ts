import { join } from 'node:path'
import { standAlone } from '../server/src/answering/follow-up/stand-alone.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { createMemoryIndex } from './lib/ranking/memory-bm25.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean, ndcg, recall } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { readLines } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'

type Task = {
  turns: { speaker: 'user' | 'agent'; text: string }[]
  contexts: { document_id: string; text: string }[]
}
type Turn = { question: string; answer: string }
type Conversation = { question: string; earlier: Turn[]; task: Task }

const WAYS: Readonly<Record<string, (conversation: Conversation) => string>> = {
  'last question': ({ question }) => question,
  'stand-alone': ({ question, earlier }) => standAlone(question, earlier),
  'with the question before': ({ question, earlier }) =>
    [earlier.at(-1)?.question ?? '', question].join(' '),
  'with all questions': ({ question, earlier }) =>
    [...earlier.map((turn) => turn.question), question].join(' '),
  'with the turn before': ({ question, earlier }) =>
    [earlier.at(-1)?.question ?? '', earlier.at(-1)?.answer ?? '', question].join(' '),
}

/**
 * Follow-ups of MTRAG-UN over the passages that its tasks name: the whole corpora are not part of
 * the data, so the figures are higher than published ones and only compare with each other.
 */
export async function run({ dataDir }: BenchOptions): Promise<Figures> {
  const tasks = await readLines<Task>(join(dataDir, 'mtrag_un/tasks.jsonl')).catch(() => [])
  const judged = tasks.filter(({ contexts }) => contexts.length > 0).map(toConversation)
  if (judged.length === 0) return { skipped: `no mtrag_un in ${dataDir}` }
  const followUps = judged.filter(({ earlier }) => earlier.length > 0)
  const index = createMemoryIndex(
    new Map(
      tasks.flatMap(({ contexts }) => contexts.map((found) => [found.document_id, found.text])),
    ),
  )
  const rows = Object.entries(WAYS).map(([name, way]) => {
    const found = followUps.map((conversation) => {
      const ranking = index.rank(way(conversation))
      const relevance = new Map(
        conversation.task.contexts.map(({ document_id }) => [document_id, 1]),
      )
      return { recall5: recall(ranking, relevance, 5), ndcg5: ndcg(ranking, relevance, 5) }
    })
    const changed = followUps.filter((conversation) => way(conversation) !== conversation.question)
    return {
      name,
      recall5: rounded(mean(found.map(({ recall5 }) => recall5))),
      ndcg5: rounded(mean(found.map(({ ndcg5 }) => ndcg5))),
      changed: rounded(changed.length / followUps.length),
    }
  })
  printTable(
    `BM25 over the passages of mtrag_un, ${followUps.length} follow-ups`,
    ['query', 'recall@5', 'nDCG@5', 'share rewritten'],
    rows.map(({ name, recall5, ndcg5, changed }) => [name, recall5, ndcg5, changed]),
  )
  return { followUps: followUps.length, ways: rows }
}

function toConversation(task: Task): Conversation {
  const texts = task.turns.map(({ text }) => text)
  const earlier: Turn[] = []
  for (let index = 0; index + 1 < texts.length; index += 2) {
    earlier.push({ question: texts[index] ?? '', answer: texts[index + 1] ?? '' })
  }
  return { question: texts.at(-1) ?? '', earlier, task }
}
