import { sql } from 'kysely'
import type { DocumentState } from '../../../platform/database/database.ts'
import type { PageLink, SyncPageState } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { FoundPage } from '../../../connectors/connector.ts'
import { storableText } from '../../../text/storable-text.ts'
import { usableContainers } from './usable-containers.ts'
import { isUsableKey } from './usable-key.ts'
import type { StoredListing } from './listed-page.ts'
import { toStored } from './listed-page.ts'
import type { SyncRun } from '../sync-run.ts'
import { plainReason } from '../sync-run.ts'

/** For sources without a maximum of their own. */
const MAX_PAGES = 100_000

/** Pages that one page links to; from null: the source lists them. */
export type Links = { from: string | null; pages: readonly FoundPage[] }

/**
 * Adds pages that are new to this sync, with the page that links to them. Pages beyond the maximum are
 * dropped, and the sync is marked as truncated.
 */
export async function addFound(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'tenant' | 'syncId' | 'settings' | 'source'>,
  links: readonly Links[],
): Promise<void> {
  const found = new Map<string, FoundRow>()
  for (const { from, pages } of links) {
    for (const page of pages) {
      if (found.has(page.key) || !isUsableKey(page.key)) continue
      found.set(page.key, toRow(page, found.size, from))
    }
  }
  if (found.size === 0) return
  const { syncId, settings, tenant, source } = run
  const most = settings.type === 'website' ? settings.max_pages : MAX_PAGES
  await sql`
    with fresh as (
      select key, version, linked_from, containers, page, content, row_number() over (order by n) as place
      from jsonb_to_recordset(${JSON.stringify([...found.values()])}::jsonb)
        as p (key text, version text, linked_from text, containers text[], page jsonb, content text, n int)
      where not exists (select from sync_pages s where s.sync_id = ${syncId} and s.key = p.key)
    ), room as (
      -- Most pages link to nothing new, and then no count is needed.
      select case when exists (select from fresh) then greatest(0, ${most} - (
        select count(*) from sync_pages where sync_id = ${syncId})) else 0 end as places
    ), added as (
      insert into sync_pages (knowledge_base_id, sync_id, key, version, linked_from, containers, page, content)
      select ${tenant.knowledgeBaseId}, ${syncId}, f.key, f.version, linked_from, containers,
             case when is_known then null else page end,
             case when is_known then null else decode(content, 'base64') end
      from fresh f, room, lateral (
        -- What is stored in this version is not stored twice; who may see it may change without one.
        select page is null or not page ? 'skipped' and exists (
          select from source_pages o
          where o.source_id = ${source.id} and o.key = f.key and o.version = f.version
            and o.document_id is not null) as is_known) k
      -- In the order of keys, whoever inserts: two transactions that found the same pages wait for
      -- each other, and never deadlock.
      where place <= places order by f.key
      on conflict do nothing
    )
    update syncs set truncated = true
    where id = ${syncId} and not truncated
      and (select count(*) from fresh) > (select places from room)`.execute(tx)
}

type FoundRow = Omit<FoundPage, 'listed'> & {
  containers: readonly string[]
  n: number
  linked_from: string | null
  page?: StoredListing['page']
  /** In Base64. */
  content?: string
}

function toRow(found: FoundPage, n: number, from: string | null): FoundRow {
  const { key, version, listed } = found
  const containers = usableContainers(found)
  const row = { key, version: version && storableText(version), n, linked_from: from, containers }
  if (listed === undefined) return row
  const { page, content } = toStored(listed)
  return { ...row, page, ...(content === null ? {} : { content: content.toString('base64') }) }
}

/** A page to visit, with what earlier syncs know about it. */
export type ClaimedPage = {
  key: string
  version: string | null
  probe: boolean
  tries: number
  /** What it is in now. */
  containers: string[]
  /** What is stored for it. */
  known: KnownState | null
  /** Whether an earlier sync saw it, stored or not. */
  wasSeen: boolean
  /** Set if an operator deleted its document: the links it had when it was last fetched. */
  deleted: { links: PageLink[] } | null
  /** What came with the listing. null: it has to be fetched. */
  listed: StoredListing | null
}

export type KnownState = {
  version: string | null
  etag: string | null
  last_modified: string | null
  links: PageLink[]
  document_id: string
  document_state: DocumentState
  document_containers: string[]
}

type ClaimRow = Pick<ClaimedPage, 'key' | 'probe' | 'tries' | 'containers'> & {
  wanted_version: string | null
  was_seen: boolean
  is_deleted: boolean
  page: StoredListing['page'] | null
  content: Buffer | null
} & { [Field in keyof KnownState]: KnownState[Field] | null }

/** Claims the next pages, at most so many. Pages that were being fetched when a worker died come last. */
export async function claimPages(
  tx: TenantTransaction,
  { syncId, source, owner }: Pick<SyncRun, 'syncId' | 'source' | 'owner'>,
  count: number,
): Promise<ClaimedPage[]> {
  const { rows } = await sql<ClaimRow>`
    with claimed as (
      update sync_pages set state = 'fetching', claimed_by = ${owner}
      -- As an array, which is read once.
      where sync_id = ${syncId} and key = any (array(
        select key from sync_pages
        where knowledge_base_id = current_knowledge_base() and sync_id = ${syncId}
          and state = 'found' and next_try_at <= now()
          and exists (select from syncs where id = ${syncId} and lease_owner = ${owner})
        order by interruptions, position limit ${count} for update skip locked))
      returning key, version, probe, tries, interruptions, position, containers, page, content
    )
    select c.key, c.version as wanted_version, c.probe, c.tries, c.containers, c.page, c.content,
           o.version, o.etag, o.last_modified, o.links, o.document_id, d.state as document_state,
           d.containers as document_containers, o.key is not null as was_seen,
           exists (select from deleted_pages x where x.source_id = ${source.id} and x.key = c.key)
             as is_deleted
    from claimed c
    left join source_pages o on o.source_id = ${source.id} and o.key = c.key
    left join documents d on d.id = o.document_id
    order by c.interruptions, c.position`.execute(tx)
  return rows.map(toClaimed)
}

function toClaimed(row: ClaimRow): ClaimedPage {
  const { key, wanted_version, probe, tries, containers, document_id, document_state, ...rest } =
    row
  const { version, etag, last_modified, document_containers, was_seen: wasSeen } = rest
  const links = rest.links ?? []
  const known =
    document_id === null || document_state === null || document_containers === null
      ? null
      : { version, etag, last_modified, links, document_id, document_state, document_containers }
  const deleted = rest.is_deleted ? { links } : null
  const listed = rest.page && { page: rest.page, content: rest.content }
  const claimed = { key, version: wanted_version, probe, tries, containers }
  return { ...claimed, known, wasSeen, deleted, listed }
}

/** Locks the pages and returns the keys of those that no other worker has taken over. */
export async function lockPages(
  tx: TenantTransaction,
  { syncId, owner }: Pick<SyncRun, 'syncId' | 'owner'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const pages = await tx
    .selectFrom('sync_pages')
    .select('key')
    .where('sync_id', '=', syncId)
    .where('key', 'in', keys)
    .where('state', '=', 'fetching')
    .where('claimed_by', '=', owner)
    .orderBy('key')
    .forUpdate()
    .execute()
  return new Set(pages.map(({ key }) => key))
}

/** Locks the page. False if another worker has taken over the sync. */
export const lockPage = async (
  tx: TenantTransaction,
  run: Pick<SyncRun, 'syncId' | 'owner'>,
  key: string,
): Promise<boolean> => (await lockPages(tx, run, [key])).has(key)

/** An absent id or key stays as it is. */
export type PageChange = {
  state: SyncPageState
  reason?: string | null
  document_id?: string
  moved_to?: string
}

export type MarkedPage = PageChange & { key: string }

/** Default reasons. */
const REASONS: Partial<Record<SyncPageState, string>> = {
  added: 'It is new.',
  changed: 'Its content changed.',
  moved: 'Its address changed.',
  unchanged: 'Its content has not changed.',
}

export const markPage = (
  tx: TenantTransaction,
  syncId: string,
  key: string,
  change: PageChange,
): Promise<void> => markPages(tx, syncId, [{ key, ...change }])

export async function markPages(
  tx: TenantTransaction,
  syncId: string,
  changes: readonly MarkedPage[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((change) => ({
    ...change,
    reason: plainReason(change.reason ?? REASONS[change.state] ?? null),
  }))
  await sql`
    update sync_pages s
    set state = c.state, reason = c.reason, document_id = coalesce(c.document_id, s.document_id),
        moved_to = coalesce(c.moved_to, s.moved_to), claimed_by = null, page = null, content = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (key text, state text, reason text, document_id uuid, moved_to text)
    where s.sync_id = ${syncId} and s.key = c.key`.execute(tx)
}

/** Returns a page to the queue: the failure was not caused by the page. */
export async function releasePage(
  tx: TenantTransaction,
  run: Pick<SyncRun, 'syncId' | 'owner'>,
  key: string,
): Promise<void> {
  if (await lockPage(tx, run, key)) await markPage(tx, run.syncId, key, { state: 'found' })
}
