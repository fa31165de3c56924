import type { WaitingPage } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { FetchedPage, FoundPage } from '../../../connectors/connector.ts'

export type WholePage = FetchedPage & { links: readonly FoundPage[] }

/** Stores a fetched page until every page of the source has been visited. */
export async function keepWaiting(
  tx: TenantTransaction,
  syncId: string,
  key: string,
  { version, page: whole }: { version: string | null; page: WholePage },
): Promise<void> {
  const { content, validators, publishedAt, ...page } = whole
  const waiting: WaitingPage = {
    url: page.url,
    title: page.title,
    contentType: page.contentType,
    isText: typeof content === 'string',
    publishedAt: publishedAt?.toISOString() ?? null,
    etag: validators?.etag ?? null,
    lastModified: validators?.lastModified ?? null,
    links: [...page.links],
  }
  await tx
    .updateTable('sync_pages')
    .set({
      state: 'waiting',
      claimed_by: null,
      version,
      page: JSON.stringify(waiting),
      content: Buffer.from(content),
    })
    .where('sync_id', '=', syncId)
    .where('key', '=', key)
    .execute()
}
