import type { PageState } from '@footnote/contract/admin/syncs'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { PageLink } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { SyncRun } from '../sync-run.ts'
import { plainReason } from '../sync-run.ts'

type Where = Pick<SyncRun, 'tenant' | 'source'>
type Values = Omit<Insertable<Database['source_pages']>, 'knowledge_base_id' | 'source_id' | 'key'>

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
  reason?: string
}

/** Stores what the next sync compares with. */
export async function rememberPage(
  tx: TenantTransaction,
  where: Where,
  page: RememberedPage,
): Promise<void> {
  const values = {
    version: page.version,
    etag: page.etag,
    last_modified: page.lastModified,
    links: JSON.stringify(page.links),
    document_id: page.documentId,
    content_hash: page.contentHash,
    fingerprint: page.fingerprint,
    state: page.state,
    reason: page.reason ?? null,
  }
  await storePage(tx, where, page.key, values)
}

/** Updates the outcome and keeps what is known about the content. */
export const noteState = (
  tx: TenantTransaction,
  where: Where,
  key: string,
  state: PageState,
  reason: string | null,
  links?: readonly PageLink[],
): Promise<void> =>
  storePage(tx, where, key, {
    state,
    reason: plainReason(reason),
    ...(links && { links: JSON.stringify(links) }),
  })

/** The links of a page when it was last fetched. */
export async function linksOf(
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

/** Other columns stay as they are. */
async function storePage(
  tx: TenantTransaction,
  { tenant, source }: Where,
  key: string,
  values: Values,
): Promise<void> {
  const place = { knowledge_base_id: tenant.knowledgeBaseId, source_id: source.id, key }
  await tx
    .insertInto('source_pages')
    .values({ ...place, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['knowledge_base_id', 'source_id', 'key'])
        .doUpdateSet({ ...values, seen_at: sql<Date>`now()` }),
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
