import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine, PeerPassage, PeerQuestion, Searching } from './engine.ts'
import { inBatches, JSON_HEADERS, request } from './engine.ts'
import { withProgram } from './program.ts'

const BATCH = 1_000
const TENANT = 'one'
/** Half keywords, half vectors, as Footnote weighs them. */
const SEMANTIC_RATIO = 0.5

type Task = { taskUid: number }
type Hits = { hits: { document: string }[] }

export const withMeilisearch = <Result>(
  passages: readonly PeerPassage[],
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> =>
  withProgram(
    'meilisearch',
    (port) => ({
      args: ['--http-addr', `127.0.0.1:${port}`, '--no-analytics', '--env', 'development'],
    }),
    async ({ url, folder, processId }) => {
      const index = `${url}/indexes/passages`
      const finish = async (task: unknown) => untilDone(url, task as Task)
      const startMs = performance.now()
      await finish(await request(`${url}/indexes`, 'POST', { uid: 'passages', primaryKey: 'id' }))
      await finish(await request(`${index}/settings`, 'PATCH', settings(passages)))
      const tasks: unknown[] = []
      for (const batch of inBatches(passages, BATCH)) {
        tasks.push(await request(`${index}/documents`, 'POST', batch.map(toRecord)))
      }
      for (const task of tasks) await finish(task)
      return work({
        name: 'Meilisearch',
        searchings: [searching(index, 'keywords'), searching(index, 'hybrid')],
        indexSeconds: (performance.now() - startMs) / 1000,
        processIds: [processId],
        folder,
      })
    },
  )

const settings = ([first]: readonly PeerPassage[]) => ({
  searchableAttributes: ['title', 'headings', 'content'],
  filterableAttributes: ['tenant'],
  embedders: { passages: { source: 'userProvided', dimensions: first?.vector.length ?? 0 } },
})

const toRecord = ({ id, documentId, title, headings, content, vector }: PeerPassage) => ({
  id,
  document: documentId,
  title,
  headings,
  content,
  tenant: TENANT,
  _vectors: { passages: [...vector] },
})

const searching = (index: string, way: 'keywords' | 'hybrid'): Searching => ({
  name: `Meilisearch, ${way}`,
  url: `${index}/search`,
  headers: JSON_HEADERS,
  buildBody: ({ text, vector }: PeerQuestion, limit) =>
    JSON.stringify({
      q: text,
      limit,
      filter: `tenant = ${TENANT}`,
      // Its default drops words from the end of a question; this drops the most frequent ones first.
      matchingStrategy: 'frequency',
      ...(way === 'hybrid'
        ? { vector: [...vector], hybrid: { embedder: 'passages', semanticRatio: SEMANTIC_RATIO } }
        : {}),
    }),
  readDocuments: (reply) => (reply as Hits).hits.map(({ document }) => document),
})

async function untilDone(url: string, { taskUid }: Task): Promise<void> {
  for (;;) {
    const task = (await request(`${url}/tasks/${taskUid}`, 'GET')) as { status: string }
    if (task.status === 'succeeded') return
    if (task.status === 'failed') throw new Error(`Meilisearch: ${JSON.stringify(task)}`)
    await sleep(50)
  }
}
