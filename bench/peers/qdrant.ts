import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine, PeerPassage, PeerQuestion, Searching } from './engine.ts'
import { inBatches, JSON_HEADERS, request } from './engine.ts'
import { withProgram } from './program.ts'

const BATCH = 500
const TENANT = 'one'
/** From each side, before they are fused; as many as Footnote takes. */
const CANDIDATES = 100

type Points = { result: { points: { payload: { document: string } }[] } }

export const withQdrant = <Result>(
  passages: readonly PeerPassage[],
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> =>
  withProgram(
    'qdrant',
    (port, grpcPort) => ({
      args: ['--disable-telemetry'],
      env: {
        QDRANT__SERVICE__HTTP_PORT: String(port),
        QDRANT__SERVICE__HOST: '127.0.0.1',
        QDRANT__SERVICE__GRPC_PORT: String(grpcPort),
      },
    }),
    async ({ url, folder, processId }) => {
      const collection = `${url}/collections/passages`
      const startMs = performance.now()
      await request(collection, 'PUT', {
        vectors: { dense: { size: passages[0]?.vector.length ?? 0, distance: 'Cosine' } },
        sparse_vectors: { words: { modifier: 'idf' } },
      })
      await request(`${collection}/index?wait=true`, 'PUT', {
        field_name: 'tenant',
        field_schema: { type: 'keyword', is_tenant: true },
      })
      for (const batch of inBatches(passages, BATCH)) {
        await request(`${collection}/points?wait=true`, 'PUT', { points: batch.map(toPoint) })
      }
      await untilOptimised(collection)
      return work({
        name: 'Qdrant',
        searchings: [searching(collection, 'vectors'), searching(collection, 'hybrid')],
        indexSeconds: (performance.now() - startMs) / 1000,
        processIds: [processId],
        folder,
      })
    },
  )

const toPoint = ({ id, documentId, title, headings, content, vector, weights }: PeerPassage) => ({
  id,
  vector: {
    dense: [...vector],
    words: { indices: [...weights.keys()], values: [...weights.values()] },
  },
  payload: { document: documentId, title, headings, content, tenant: TENANT },
})

const FILTER = { must: [{ key: 'tenant', match: { value: TENANT } }] }

const searching = (collection: string, way: 'vectors' | 'hybrid'): Searching => ({
  name: `Qdrant, ${way}`,
  url: `${collection}/points/query`,
  headers: JSON_HEADERS,
  buildBody: (question, limit) =>
    JSON.stringify({
      ...(way === 'hybrid' ? hybrid(question) : nearest(question)),
      limit,
      with_payload: true,
    }),
  readDocuments: (reply) => (reply as Points).result.points.map(({ payload }) => payload.document),
})

const nearest = ({ vector }: PeerQuestion) => ({
  query: [...vector],
  using: 'dense',
  filter: FILTER,
})

/** Qdrant ranks no text: the terms and their weights are Footnote's, their rarity Qdrant's. */
const hybrid = (question: PeerQuestion) => ({
  prefetch: [
    { ...nearest(question), limit: CANDIDATES },
    {
      query: { indices: [...question.terms], values: question.terms.map(() => 1) },
      using: 'words',
      limit: CANDIDATES,
      filter: FILTER,
    },
  ],
  query: { fusion: 'rrf' },
})

async function untilOptimised(collection: string): Promise<void> {
  for (;;) {
    const { result } = (await request(collection, 'GET')) as { result: { status: string } }
    if (result.status === 'green') return
    await sleep(50)
  }
}
