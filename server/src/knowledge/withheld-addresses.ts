import type { Visibility } from '@footnote/contract/visibility'
import { moreOpen } from '@footnote/contract/visibility'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** What a new document says of who reads it. */
type Opening = Pick<Insertable<Database['documents']>, 'url' | 'visibility' | 'visibility_chosen'>

/**
 * Remembers how open a document was that is about to be deleted. `onlyChosen`: unless the rules of its source
 * decided on that, which decide again when the page comes back.
 */
export async function withholdAddress(
  tx: TenantTransaction,
  documentId: string,
  { onlyChosen }: { onlyChosen: boolean },
): Promise<void> {
  await sql`
    insert into withheld_addresses (knowledge_base_id, url, visibility)
    select knowledge_base_id, url, visibility from documents
    where id = ${documentId} and visibility <> 'public' and (visibility_chosen or not ${onlyChosen}::boolean)
    on conflict (knowledge_base_id, url) do update
      set visibility = excluded.visibility, deleted_at = now()`.execute(tx)
}

/** How open what was deleted at these addresses was; those that were public are not in it. */
export async function readWithheld(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Visibility>> {
  const { rows } = await sql<{ url: string; visibility: Visibility }>`
    select url, visibility from withheld_addresses where url = any(${urls}::text[])`.execute(tx)
  return new Map(rows.map(({ url, visibility }) => [url, visibility]))
}

/** New documents, none of them more open than what was deleted at its address, unless somebody chose that. */
export async function withhold<New extends Opening>(
  tx: TenantTransaction,
  documents: readonly New[],
): Promise<readonly New[]> {
  const urls = documents.map(({ url }) => url)
  const withheld = await readWithheld(tx, urls)
  if (withheld.size === 0) return documents
  // From now on the document says it.
  await sql`delete from withheld_addresses where url = any(${urls}::text[])`.execute(tx)
  return documents.map((document) => {
    const before = withheld.get(document.url)
    if (!before || document.visibility_chosen) return document
    const visibility = document.visibility ?? 'public'
    return moreOpen(visibility, before)
      ? { ...document, visibility: before, visibility_chosen: true }
      : document
  })
}
