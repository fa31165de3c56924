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
  await tx
    .updateTable('sync_pages')
    .set({
      state: 'waiting',
      claimed_by: null,
      version,
      page: JSON.stringify(toWaiting(whole)),
      content: Buffer.from(whole.content),
    })
    .where('sync_id', '=', syncId)
    .where('key', '=', key)
    .execute()
}

/** What is stored of a page beside its content. */
export const toWaiting = ({
  content,
  validators,
  publishedAt,
  ...page
}: WholePage): WaitingPage => ({
  url: page.url,
  title: page.title,
  contentType: page.contentType,
  isText: typeof content === 'string',
  publishedAt: publishedAt?.toISOString() ?? null,
  etag: validators?.etag ?? null,
  lastModified: validators?.lastModified ?? null,
  links: [...page.links],
})

export const fromWaiting = (page: WaitingPage, content: Buffer): WholePage => ({
  url: page.url,
  title: page.title,
  content: page.isText ? content.toString('utf8') : content,
  contentType: page.contentType,
  publishedAt: page.publishedAt === null ? null : new Date(page.publishedAt),
  validators: { etag: page.etag, lastModified: page.lastModified },
  links: page.links,
})
