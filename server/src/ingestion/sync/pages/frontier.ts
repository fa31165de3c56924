import { sql } from 'kysely'
import type { DocumentState } from '../../../platform/database/database.ts'
import type { PageLink, SyncPageState } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { FoundPage } from '../../../connectors/connector.ts'
import type { SyncRun } from '../sync-run.ts'
import { plainReason } from '../sync-run.ts'

/** An index row has at most 2,704 bytes. Longer keys come from crawler traps. */
const MAX_KEY_BYTES = 2_000
/** For sources without a maximum of their own. */
const MAX_PAGES = 100_000

/**
 * Adds pages that are new to this sync, with the page that links to them; null: the source lists them.
 * Pages beyond the maximum are dropped, and the sync is marked as truncated.
 */
export async function addFound(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'tenant' | 'syncId' | 'settings'>,
  found: readonly FoundPage[],
  linkedFrom: string | null,
): Promise<void> {
  const pages = found.filter(({ key }) => isUsableKey(key))
  if (pages.length === 0) return
  const { syncId, settings, tenant } = run
  const most = settings.type === 'website' ? settings.max_pages : MAX_PAGES
  await sql`
    with asked as (
      select distinct on (key) key, version, n
      from jsonb_to_recordset(${JSON.stringify(pages.map((page, n) => ({ ...page, n })))}::jsonb)
        as p (key text, version text, n int)
      order by key, n
    ), fresh as (
      select key, version, row_number() over (order by n) as place from asked
      where not exists (select from sync_pages s where s.sync_id = ${syncId} and s.key = asked.key)
    ), room as (
      -- Most pages link to nothing new, and then no count is needed.
      select case when exists (select from fresh) then greatest(0, ${most} - (
        select count(*) from sync_pages where sync_id = ${syncId})) else 0 end as places
    ), added as (
      insert into sync_pages (knowledge_base_id, sync_id, key, version, linked_from)
      select ${tenant.knowledgeBaseId}, ${syncId}, key, version, ${linkedFrom} from fresh, room
      -- In the order of keys, whoever inserts: two worker slots that found the same pages wait for
      -- each other, and never deadlock.
      where place <= places order by key
      on conflict do nothing
    )
    update syncs set truncated = true
    where id = ${syncId} and not truncated
      and (select count(*) from fresh) > (select places from room)`.execute(tx)
}

export const isUsableKey = (key: string): boolean =>
  key.isWellFormed() && !key.includes('\0') && Buffer.byteLength(key) <= MAX_KEY_BYTES

/** A page to visit, with what earlier syncs know about it. */
export type ClaimedPage = {
  key: string
  version: string | null
  probe: boolean
  tries: number
  /** What is stored for it. */
  known: KnownState | null
  /** Whether an earlier sync saw it, stored or not. */
  wasSeen: boolean
  /** Set if an operator deleted its document: the links it had when it was last fetched. */
  deleted: { links: PageLink[] } | null
}

export type KnownState = {
  version: string | null
  etag: string | null
  last_modified: string | null
  links: PageLink[]
  document_id: string
  document_state: DocumentState
}

type ClaimRow = Pick<ClaimedPage, 'key' | 'probe' | 'tries'> & {
  wanted_version: string | null
  was_seen: boolean
  is_deleted: boolean
} & { [Field in keyof KnownState]: KnownState[Field] | null }

/** Claims the next page. Pages that were being fetched when a worker died come last. */
export async function claimPage(
  tx: TenantTransaction,
  { syncId, source, owner }: SyncRun,
): Promise<ClaimedPage | undefined> {
  const { rows } = await sql<ClaimRow>`
    with claimed as (
      update sync_pages set state = 'fetching', claimed_by = ${owner}
      where sync_id = ${syncId} and key = (
        select key from sync_pages
        where knowledge_base_id = current_knowledge_base() and sync_id = ${syncId}
          and state = 'found' and next_try_at <= now()
          and exists (select from syncs where id = ${syncId} and lease_owner = ${owner})
        order by interruptions, position limit 1 for update skip locked)
      returning key, version, probe, tries
    )
    select c.key, c.version as wanted_version, c.probe, c.tries, o.version, o.etag, o.last_modified,
           o.links, o.document_id, d.state as document_state, o.key is not null as was_seen,
           exists (select from deleted_pages x where x.source_id = ${source.id} and x.key = c.key)
             as is_deleted
    from claimed c
    left join source_pages o on o.source_id = ${source.id} and o.key = c.key
    left join documents d on d.id = o.document_id`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { key, wanted_version, probe, tries, document_id, document_state, ...rest } = row
  const { version, etag, last_modified, was_seen: wasSeen } = rest
  const links = rest.links ?? []
  const known =
    document_id === null || document_state === null
      ? null
      : { version, etag, last_modified, links, document_id, document_state }
  const deleted = rest.is_deleted ? { links } : null
  return { key, version: wanted_version, probe, tries, known, wasSeen, deleted }
}

/** Locks the page. False if another worker has taken over the sync. */
export async function lockPage(
  tx: TenantTransaction,
  { syncId, owner }: Pick<SyncRun, 'syncId' | 'owner'>,
  key: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sync_pages')
    .select('key')
    .where('sync_id', '=', syncId)
    .where('key', '=', key)
    .where('state', '=', 'fetching')
    .where('claimed_by', '=', owner)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type PageChange = {
  state: SyncPageState
  reason?: string | null
  document_id?: string | null
  moved_to?: string | null
}

/** Default reasons. */
const REASONS: Partial<Record<SyncPageState, string>> = {
  added: 'It is new.',
  changed: 'Its content changed.',
  moved: 'Its address changed.',
  unchanged: 'Its content has not changed.',
}

export async function markPage(
  tx: TenantTransaction,
  syncId: string,
  key: string,
  change: PageChange,
): Promise<void> {
  await tx
    .updateTable('sync_pages')
    .set({
      claimed_by: null,
      page: null,
      content: null,
      ...change,
      reason: plainReason(change.reason ?? REASONS[change.state] ?? null),
    })
    .where('sync_id', '=', syncId)
    .where('key', '=', key)
    .execute()
}

/** Returns a page to the queue: the failure was not caused by the page. */
export async function releasePage(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'syncId' | 'owner'>,
  key: string,
): Promise<void> {
  if (await lockPage(tx, run, key)) await markPage(tx, run.syncId, key, { state: 'found' })
}
