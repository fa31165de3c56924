import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { PageState, SourcePage, SyncPage } from '@footnote/contract/admin/syncs'
import type { SyncPageState } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'

type Page<State> = { state?: State | undefined; limit: number; after?: string | undefined }

/** Some of a list in the order of keys, and the key to go on after. */
export type Part<Row> = { pages: Row[]; next_cursor: string | null }

/** One more than asked for tells whether there is a next part. */
function toPart<Row extends { key: string }>(rows: Row[], limit: number): Part<Row> {
  const pages = rows.slice(0, limit)
  return { pages, next_cursor: rows.length > limit ? (pages.at(-1)?.key ?? null) : null }
}

export async function listSyncPages(
  tx: TenantTransaction,
  syncId: string,
  { state, limit, after }: Page<SyncPageState>,
): Promise<Part<SyncPage>> {
  let query = tx
    .selectFrom('sync_pages as s')
    .leftJoin('documents as d', 'd.id', 's.document_id')
    .select([
      's.key',
      's.state',
      's.reason',
      's.linked_from',
      's.document_id',
      's.tries',
      'd.title',
    ])
    .where('s.sync_id', '=', syncId)
    .orderBy('s.key')
    .limit(limit + 1)
  if (state !== undefined) query = query.where('s.state', '=', state)
  if (after !== undefined) query = query.where('s.key', '>', after)
  return toPart(await query.execute(), limit)
}

export async function listSourcePages(
  tx: TenantTransaction,
  sourceId: string,
  { state, limit, after }: Page<PageState>,
): Promise<Part<SourcePage>> {
  let query = tx
    .selectFrom('source_pages as o')
    .leftJoin('documents as d', 'd.id', 'o.document_id')
    .select(['o.key', 'o.state', 'o.reason', 'o.seen_at', 'o.document_id', 'd.url', 'd.title'])
    .select(['d.state as document_state', 'd.passage_count'])
    .where('o.source_id', '=', sourceId)
    .orderBy('o.key')
    .limit(limit + 1)
  if (state === 'failed') {
    query = query.where('o.key', 'in', failedKeys(sourceId, limit, after ?? ''))
  } else if (state !== undefined) query = query.where('o.state', '=', state)
  if (after !== undefined) query = query.where('o.key', '>', after)
  const rows = await query.execute()
  const pages = rows.map(({ passage_count, seen_at, ...row }) => ({
    ...row,
    seen_at: seen_at.toISOString(),
    passages: passage_count ?? 0,
  }))
  return toPart(pages, limit)
}

/**
 * Indexing can fail after the sync that read the page. Each half is read in the order of its index: with both
 * conditions on one row, every page was read until enough of them had failed.
 */
const failedKeys = (
  sourceId: string,
  limit: number,
  after: string,
): RawBuilder<string> => sql<string>`(
  (select key from source_pages
   where source_id = ${sourceId} and state = 'failed' and key > ${after} order by key limit ${limit + 1})
  union
  (select source_key from documents
   where source_id = ${sourceId} and state = 'failed' and source_key > ${after}
   order by source_key limit ${limit + 1}))`
