import type { PageState } from '@footnote/contract/admin/syncs'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { PageLink } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { SyncRun } from '../sync-run.ts'
import { plainReason } from '../sync-run.ts'

type Where = Pick<SyncRun, 'tenant' | 'source'>
type Values = Omit<Insertable<Database['source_pages']>, 'knowledge_base_id' | 'source_id'>
type Column = Exclude<keyof Values, 'key' | 'seen_at'>

export type RememberedPage = {
  key: string
  version: string | null
  etag: string | null
  lastModified: string | null
  links: readonly PageLink[]
  documentId: string
  contentHash: Buffer
  fingerprint: Buffer | null
  state: PageState
}

const REMEMBERED = [
  'version',
  'etag',
  'last_modified',
  'links',
  'document_id',
  'content_hash',
  'fingerprint',
  'state',
  'reason',
] as const

/** Stores what the next sync compares with. */
export const rememberPages = (
  tx: TenantTransaction,
  where: Where,
  pages: readonly RememberedPage[],
): Promise<void> =>
  storePages(
    tx,
    where,
    REMEMBERED,
    pages.map((page) => ({
      key: page.key,
      version: page.version,
      etag: page.etag,
      last_modified: page.lastModified,
      links: JSON.stringify(page.links),
      document_id: page.documentId,
      content_hash: page.contentHash,
      fingerprint: page.fingerprint,
      state: page.state,
      reason: null,
    })),
  )

/** How a page ended, and the links it has now if they are known. */
export type NotedPage = {
  key: string
  state: PageState
  reason: string | null
  links?: readonly PageLink[]
}

/** Updates the outcomes and keeps what is known about the content. */
export async function noteStates(
  tx: TenantTransaction,
  where: Where,
  pages: readonly NotedPage[],
): Promise<void> {
  const withLinks: Values[] = []
  const others: Values[] = []
  for (const { key, state, reason, links } of pages) {
    const values = { key, state, reason: plainReason(reason) }
    if (links) withLinks.push({ ...values, links: JSON.stringify(links) })
    else others.push(values)
  }
  await storePages(tx, where, ['state', 'reason', 'links'], withLinks)
  await storePages(tx, where, ['state', 'reason'], others)
}

/** The links of a page when it was last fetched. */
export async function getLinks(
  tx: TenantTransaction,
  sourceId: string,
  key: string,
): Promise<readonly PageLink[]> {
  const page = await tx
    .selectFrom('source_pages')
    .select('links')
    .where('source_id', '=', sourceId)
    .where('key', '=', key)
    .executeTakeFirst()
  return page?.links ?? []
}

/** Other columns than these stay as they are. */
async function storePages(
  tx: TenantTransaction,
  { tenant, source }: Where,
  columns: readonly Column[],
  pages: readonly Values[],
): Promise<void> {
  if (pages.length === 0) return
  const place = { knowledge_base_id: tenant.knowledgeBaseId, source_id: source.id }
  await tx
    .insertInto('source_pages')
    .values(pages.map((page) => ({ ...place, ...page })))
    .onConflict((conflict) =>
      conflict.columns(['knowledge_base_id', 'source_id', 'key']).doUpdateSet((eb) => ({
        ...Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        seen_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

export async function forgetPage(
  tx: TenantTransaction,
  sourceId: string,
  key: string,
): Promise<void> {
  await tx
    .deleteFrom('source_pages')
    .where('source_id', '=', sourceId)
    .where('key', '=', key)
    .execute()
}
