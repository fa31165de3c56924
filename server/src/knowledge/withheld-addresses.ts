import type { Visibility } from '@footnote/contract/visibility'
import { moreOpen } from '@footnote/contract/visibility'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { isReadByMore } from './group-readers.ts'

/** What a new document says of who reads it. */
type NewAccess = Pick<
  Insertable<Database['documents']>,
  'url' | 'visibility' | 'visibility_chosen' | 'group_id' | 'source_id' | 'source_key'
>

/** Who could read what was deleted at an address. `source_id`: by whose rules alone. */
export type Withheld = {
  url: string
  visibility: Visibility
  group_id: string | null
  source_id: string | null
}

/**
 * Remembers who can read a document that is about to be deleted. Where there are no groups, everybody can read
 * what is public.
 */
export async function withholdAddress(tx: TenantTransaction, documentId: string): Promise<void> {
  await sql`
    insert into withheld_addresses (knowledge_base_id, url, visibility, group_id, source_id)
    select d.knowledge_base_id, d.url, d.visibility, d.group_id,
           case when d.source_key is not null and not d.visibility_chosen
                  and d.group_id is not distinct from s.group_id then d.source_id end
    from documents d
    join sources s on s.id = d.source_id
    where d.id = ${documentId} and (d.visibility <> 'public' or exists (select from source_groups))
    on conflict (knowledge_base_id, url) do update
      set visibility = excluded.visibility, group_id = excluded.group_id,
          source_id = excluded.source_id, deleted_at = now()`.execute(tx)
}

/** By address. */
export async function readWithheld(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Withheld>> {
  const { rows } = await sql<Withheld>`
    select url, visibility, group_id, source_id from withheld_addresses
    where url = any(${urls}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.url, row]))
}

/** New documents, none of them read by more than what was deleted at its address, unless somebody chose that. */
export async function withhold<New extends NewAccess>(
  tx: TenantTransaction,
  documents: readonly New[],
): Promise<readonly New[]> {
  const urls = documents.map(({ url }) => url)
  const withheld = await readWithheld(tx, urls)
  if (withheld.size === 0) return documents
  // From now on the document says it.
  await sql`delete from withheld_addresses where url = any(${urls}::text[])`.execute(tx)
  const narrowed: New[] = []
  for (const document of documents) {
    const before = withheld.get(document.url)
    const isDecided = !before || before.source_id === document.source_id
    narrowed.push(isDecided ? document : await narrow(tx, document, before))
  }
  return narrowed
}

async function narrow<New extends NewAccess>(
  tx: TenantTransaction,
  document: New,
  before: Withheld,
): Promise<New> {
  const group_id = await narrowGroup(tx, document, before)
  const { visibility, visibility_chosen: isChosen } = document
  return isChosen || !moreOpen(visibility, before.visibility)
    ? { ...document, group_id }
    : { ...document, group_id, visibility: before.visibility, visibility_chosen: true }
}

async function narrowGroup(
  tx: TenantTransaction,
  { group_id, source_key }: NewAccess,
  before: Withheld,
): Promise<string | null> {
  if (group_id === undefined) return before.group_id
  // Somebody who may chose it.
  const isPushed = source_key === undefined
  if (isPushed || group_id === null || group_id === before.group_id) return group_id
  return (await isReadByMore(tx, before.group_id, group_id)) ? before.group_id : group_id
}
