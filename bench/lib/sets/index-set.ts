import { indexDocument } from '../../../server/src/ingestion/index-document.ts'
import { createDocumentParser } from '../../../server/src/parsing/child/document-parser.ts'
import { activeSpace } from '../../../server/src/knowledge/spaces/embedding-space.ts'
import { putDocument } from '../../../server/src/knowledge/put-document.ts'
import type { Caller } from '../../../server/src/access/caller.ts'
import type { Embedders } from '../../../server/src/models/embedding/embedders.ts'
import { limitConcurrency } from '../../../server/src/platform/limit-concurrency.ts'
import type { DocumentVisibility } from '../../../server/src/platform/database/database.ts'
import type { Metrics } from '../../../server/src/platform/metrics.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import type { Tenant } from '../../../server/src/platform/database/tenant.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import type { Roles } from '../database.ts'
import { runSql } from '../database.ts'
import type { JudgedSet } from './sets.ts'
import { createTenant } from '../data/write-documents.ts'

/** A set in a knowledge base of its own. */
export type SetIndex = {
  roles: Roles
  embedders: Embedders
  metrics: Metrics
  caller: Caller
  passages: number
  /** The set's document id, or a query's id and the document's for an altered page, to the row's id. */
  rowIds: ReadonlyMap<string, string>
  /** Back to the set's document id. An altered page stands for its document. */
  documentIds: ReadonlyMap<string, string>
}

export const alteredKey = (queryId: string, documentId: string): string =>
  `${queryId}\n${documentId}`

type Page = {
  key: string
  documentId: string
  url: string
  title: string
  content: string
  visibility: DocumentVisibility
}

/** Enough to keep the model busy while others write. */
const DOCUMENTS_AT_ONCE = 4
const PUTS_A_TRANSACTION = 100

/** Through the product's own code: create, put, index. */
export async function indexSet(
  roles: Roles,
  { embedders, metrics }: { embedders: Embedders; metrics: Metrics },
  set: JudgedSet,
): Promise<SetIndex> {
  const { db } = roles.worker
  const tenant = await createTenant(roles, embedders.standard, set.name)
  const pages = getPages(set)
  const rowIds = await putPages(roles, tenant, set, pages)
  await indexRows(roles, { embedders, metrics }, tenant, rowIds, progress(set.name, pages.length))
  // As autovacuum would soon: statistics for the planner, and the GIN index's pending list merged.
  await runSql(
    roles.ownerUrl,
    'vacuum analyze passages, passage_vectors, term_statistics, documents',
  )
  return {
    roles,
    embedders,
    metrics,
    caller: {
      ...tenant,
      keyId: newId(),
      kind: 'secret',
      knowledgeBaseName: set.name,
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
      space: await withTenant(db, tenant, activeSpace),
    },
    passages: await countPassages(roles, tenant),
    rowIds: new Map(pages.map(({ key }, index) => [key, rowIds[index] ?? ''])),
    documentIds: new Map(pages.map(({ documentId }, index) => [rowIds[index] ?? '', documentId])),
  }
}

/** The rows' ids, in the order of the pages. */
async function putPages(
  { worker, queue }: Roles,
  tenant: Tenant,
  { contentType }: JudgedSet,
  pages: readonly Page[],
): Promise<string[]> {
  const rowIds: string[] = []
  for (let start = 0; start < pages.length; start += PUTS_A_TRANSACTION) {
    await withTenant(worker.db, tenant, async (tx) => {
      for (const page of pages.slice(start, start + PUTS_A_TRANSACTION)) {
        const input = { ...toInput(page), content_type: contentType }
        rowIds.push((await putDocument({ tx, queue, tenant }, input)).document.id)
      }
    })
  }
  return rowIds
}

async function indexRows(
  { worker, queue }: Roles,
  model: { embedders: Embedders; metrics: Metrics },
  tenant: Tenant,
  rowIds: readonly string[],
  onIndexed: () => void,
): Promise<void> {
  const parser = createDocumentParser()
  const deps = { ...model, parser, db: worker.db, queue }
  const limit = limitConcurrency(DOCUMENTS_AT_ONCE)
  const { signal } = new AbortController()
  const index = async (documentId: string) => {
    await indexDocument(deps, { ...tenant, documentId }, signal)
    onIndexed()
  }
  try {
    await Promise.all(rowIds.map((documentId) => limit(() => index(documentId))))
  } finally {
    await parser.close()
  }
}

/** Altered pages are restricted: in no search and in no statistic until their query is asked. */
function getPages({ documents, queries }: JudgedSet): Page[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const originals = documents.map(({ id, ...page }): Page => ({
    ...page,
    key: id,
    documentId: id,
    visibility: 'public',
  }))
  const altered = queries.flatMap((query) =>
    query.altered.flatMap(({ documentId, content }): Page[] => {
      const original = byId.get(documentId)
      if (!original) return []
      const { title, url } = original
      const key = alteredKey(query.id, documentId)
      const variantUrl = `${url}?altered-for=${query.id}`
      return [{ key, documentId, url: variantUrl, title, content, visibility: 'restricted' }]
    }),
  )
  return [...originals, ...altered]
}

const toInput = ({ url, title, content, visibility }: Page) => ({
  url,
  title: title.trim() === '' ? null : title,
  content,
  visibility,
  group_id: null,
})

/** Counts those of readable documents: altered pages do not count. */
async function countPassages({ worker }: Roles, tenant: Tenant): Promise<number> {
  return withTenant(worker.db, tenant, async (tx) => {
    const { passages } = await tx
      .selectFrom('documents')
      .select((eb) => eb.fn.sum<string>('passage_count').as('passages'))
      .where('visibility', '<>', 'restricted')
      .executeTakeFirstOrThrow()
    return Number(passages)
  })
}

/** On the error stream, so that what is printed stays a table and one line of JSON. */
function progress(name: string, total: number): () => void {
  let done = 0
  let shownMs = Date.now()
  return () => {
    done += 1
    if (Date.now() - shownMs < 5_000 && done < total) return
    shownMs = Date.now()
    process.stderr.write(`${name}: ${done} of ${total} documents indexed\n`)
  }
}
