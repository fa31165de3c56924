import { sql } from 'kysely'
import type { Caller } from '../../../server/src/access/caller.ts'
import { indexDocument } from '../../../server/src/ingestion/index-document.ts'
import type { ReembeddingOutcome } from '../../../server/src/ingestion/reembed.ts'
import { reembed } from '../../../server/src/ingestion/reembed.ts'
import { putDocument } from '../../../server/src/knowledge/put-document.ts'
import { activeSpace } from '../../../server/src/knowledge/spaces/embedding-space.ts'
import {
  startReembedding,
  startRollback,
} from '../../../server/src/knowledge/spaces/embedding-space-changes.ts'
import { findReembeddingProgress } from '../../../server/src/knowledge/spaces/embedding-space-progress.ts'
import type { VectorSpace } from '../../../server/src/knowledge/knowledge-bases.ts'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import type { Store } from './store.ts'
import { asWorker, page } from './store.ts'

/** Two spaces of different dimensions, so that a search that mixed them would fail. */
export const OLD: VectorSpace = { model: 'test', dimensions: 3 }
export const NEW: VectorSpace = { model: 'other', dimensions: 4 }

/** Runs before passages are embedded, so that a test can hold it, abort it or make it fail. */
export type EmbedHook = (model: string, texts: number) => Promise<void> | void

const NEVER = new AbortController().signal

export type Reembedding = ReturnType<typeof createReembedding>

/** A store's knowledge base and its pages, of one passage each, under two models. */
export function createReembedding(store: Store) {
  let hook: EmbedHook = () => undefined
  const onEmbed: EmbedHook = (model, texts) => hook(model, texts)
  const embedders = createEmbedders([fakeEmbedder(OLD, onEmbed), fakeEmbedder(NEW, onEmbed)])
  const metrics = createMetrics()
  const deps = { db: store.worker.db, queue: store.queue, embedders, parser, metrics }
  return {
    store,
    embedders,
    onEmbed: (next: EmbedHook) => void (hook = next),
    async write(number: number, word: string): Promise<string> {
      const input = page(`https://a.test/${number}`, {
        content: `The ${word} text of page ${number}.`,
      })
      const { document } = await asWorker(store, (tx) =>
        putDocument({ tx, queue: store.queue, tenant: store.tenant }, input),
      )
      await indexDocument(deps, { ...store.tenant, documentId: document.id }, NEVER)
      return document.id
    },
    start: (space = NEW) =>
      asWorker(store, (tx) =>
        startReembedding({ tx, queue: store.queue, tenant: store.tenant }, space),
      ),
    rollBack: () =>
      asWorker(store, (tx) => startRollback({ tx, queue: store.queue, tenant: store.tenant })),
    progress: () => asWorker(store, findReembeddingProgress),
    run: (signal = NEVER): Promise<ReembeddingOutcome> =>
      reembed({ ...deps, beforeSwap: async () => undefined }, store.tenant, signal, () => false),
    search: async (caller: Caller, text: string) => {
      const query = { caller, text, groupIds: null, limit: 10 }
      return (await retrieve({ ...deps, db: store.api.db }, query, NEVER)).passages
    },
  }
}

function fakeEmbedder({ model, dimensions }: VectorSpace, onEmbed: EmbedHook): Embedder {
  const makeVector = (text: string) =>
    Float32Array.from({ length: dimensions }, (_, axis) => Math.sin(text.length * (axis + 1)) + 1.5)
  return {
    model,
    dimensions,
    similarityBaseline: async () => 0,
    async embedPassages(texts, signal) {
      await onEmbed(model, texts.length)
      signal?.throwIfAborted()
      return texts.map(makeVector)
    },
    embedQuery: async (text) => makeVector(text),
    close: async () => {},
  }
}

const parser = {
  async parse({ content }: { content: string | Uint8Array }) {
    const text = content.toString()
    const blocks = [{ kind: 'text' as const, start: 0, end: text.length }]
    const passage = { index: 0, content: text, headingPath: [], anchor: null, blocks }
    return { title: 'Page', passages: [passage] }
  },
  close: async () => {},
}

/** A reader whose key was looked up now. */
export async function findCaller(store: Store): Promise<Caller> {
  return {
    ...store.tenant,
    keyId: newId(),
    kind: 'public',
    knowledgeBaseName: 'Test',
    plan: 'free',
    retention: 'standard',
    allowedGroupIds: [],
    signedGroups: [],
    reader: null,
    allowedOrigins: null,
    allowedAddresses: [],
    mcpEnabled: true,
    defaultFilter: {},
    rules: [],
    captcha: { required: false, hostnames: [] },
    languages: ['en'],
    space: await asWorker(store, activeSpace),
  }
}

type SpaceVectors = { model: string; state: string; count: number; dimensions: number[] }

/** By state of the space: how many vectors, of how many numbers each. */
export const vectorsBySpace = (store: Store): Promise<SpaceVectors[]> =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<SpaceVectors>`
      select s.model, s.state, count(v.passage_id)::int as count,
             array_agg(distinct vector_dims(v.embedding)) as dimensions
      from embedding_spaces s left join passage_vectors v on v.space_id = s.id
      group by s.id, s.model, s.state order by s.state`.execute(tx)
    return rows
  })

export const countPassages = (store: Store): Promise<number | undefined> =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from passages`.execute(tx)
    return rows[0]?.count
  })
