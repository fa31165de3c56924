import type {
  IndexedPassage,
  ReplaceOutcome,
} from '../../../server/src/knowledge/passages/replace-passages.ts'
import { replacePassages } from '../../../server/src/knowledge/passages/replace-passages.ts'
import type { Document } from '../../../server/src/knowledge/documents.ts'
import type { DocumentInput } from '../../../server/src/knowledge/put-document.ts'
import { putDocument } from '../../../server/src/knowledge/put-document.ts'
import { analyse, passageWeights, termId } from '../../../server/src/text/terms.ts'
import type { OpenDatabase } from '../../../server/src/platform/database/db.ts'
import type { Queue } from '../../../server/src/platform/queue.ts'
import { openQueue } from '../../../server/src/platform/queue.ts'
import type { Tenant, TenantTransaction } from '../../../server/src/platform/database/tenant.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import { openAs, seedTenant } from './seed.ts'
import { createDatabase } from './services.ts'

/** A database of its own with both roles, a queue that nobody works, and one tenant. */
export type Store = {
  ownerUrl: string
  api: OpenDatabase
  worker: OpenDatabase
  queue: Queue
  tenant: Tenant
  close(): Promise<void>
}

export async function openStore(): Promise<Store> {
  const database = await createDatabase()
  const api = openAs(database.ownerUrl, 'footnote_api')
  const worker = openAs(database.ownerUrl, 'footnote_worker')
  const queue = await openQueue({
    databaseUrl: database.ownerUrl,
    supervise: false,
    onError: () => undefined,
  })
  return {
    ownerUrl: database.ownerUrl,
    api,
    worker,
    queue,
    tenant: await seedTenant(worker.db),
    async close() {
      await queue.stop({ graceful: false })
      await api.db.destroy()
      await worker.db.destroy()
      await database.drop()
    },
  }
}

export const asWorker = <Result>(
  store: Store,
  work: (tx: TenantTransaction) => Promise<Result>,
  tenant = store.tenant,
): Promise<Result> => withTenant(store.worker.db, tenant, work)

export const asReader = <Result>(
  store: Store,
  work: (tx: TenantTransaction) => Promise<Result>,
  tenant = store.tenant,
): Promise<Result> => withTenant(store.api.db, tenant, work)

export function page(url: string, change: Partial<DocumentInput> = {}): DocumentInput {
  return {
    url,
    title: null,
    content: 'text',
    content_type: 'text/markdown',
    visibility: 'public',
    group_id: null,
    ...change,
  }
}

/** On an axis of its own in three dimensions, one vector a text. */
const makeVectors = (texts: readonly string[]): Float32Array[] =>
  texts.map((_, index) => Float32Array.from([0, 1, 2], (axis) => (axis === index % 3 ? 1 : 0)))

/** One passage a text, as the indexing job would store it. */
export function toPassages(tenant: Tenant, texts: readonly string[]): IndexedPassage[] {
  return texts.map((content, index) => ({
    index,
    content,
    headingPath: [],
    anchor: null,
    blocks: [{ kind: 'text', start: 0, end: content.length }],
    weights: new Map(
      Array.from(passageWeights(analyse(content)), ([term, weight]) => [
        termId(tenant.knowledgeBaseId, term),
        weight,
      ]),
    ),
  }))
}

/** Puts a document and stores its passages, in two transactions as in life. */
export async function indexPage(
  store: Store,
  input: DocumentInput,
  texts: readonly string[],
  tenant = store.tenant,
): Promise<Document> {
  const { document } = await asWorker(
    store,
    (tx) => putDocument({ tx, queue: store.queue, tenant }, input),
    tenant,
  )
  await storePassages(store, document.id, texts, tenant)
  return document
}

export function storePassages(
  store: Store,
  documentId: string,
  texts: readonly string[],
  tenant = store.tenant,
): Promise<ReplaceOutcome> {
  return asWorker(
    store,
    async (tx) => {
      const { version, title } = await tx
        .selectFrom('documents')
        .select(['version', 'title'])
        .where('id', '=', documentId)
        .executeTakeFirstOrThrow()
      const { id: spaceId } = await tx
        .selectFrom('embedding_spaces')
        .select('id')
        .where('state', '=', 'active')
        .executeTakeFirstOrThrow()
      return replacePassages(tx, {
        knowledgeBaseId: tenant.knowledgeBaseId,
        documentId,
        version,
        title,
        language: 'en',
        publishedAt: null,
        labels: {},
        passages: toPassages(tenant, texts),
        vectors: new Map([[spaceId, makeVectors(texts)]]),
      })
    },
    tenant,
  )
}
