import type { Labels } from '@footnote/contract/labels'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { inGroups } from '../platform/database/group-scope.ts'
import { runPrepared } from '../platform/database/statements.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { traced } from '../platform/tracing/span.ts'

/** The indexed page that a reader is on. */
export type ReaderPage = { documentId: string; url: string; title: string; labels: Labels }

/** How near a document is to the page that a question was asked on. */
export type Nearness = 'page' | 'section'

/**
 * The page at an address. null where there is none that the reader may see: whatever depends on it is then
 * as for an address that nobody knows.
 */
export const findReaderPage = (
  db: Db,
  tenant: Tenant,
  groupIds: readonly string[] | null,
  address: string,
): Promise<ReaderPage | null> => readAsTenant(db, tenant, (tx) => readPageAt(tx, groupIds, address))

export async function readPageAt(
  tx: TenantTransaction,
  groupIds: readonly string[] | null,
  address: string,
): Promise<ReaderPage | null> {
  const spellings = spellingsOf(address)
  const { rows } = await sql<ReaderPage>`
    select id as "documentId", url, title, labels from readable_documents
    where url = any(${spellings}::text[]) and ${inGroups(groupIds, sql`group_id`)}
    order by array_position(${spellings}::text[], url) limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Which documents of candidates are the page, and which are of its section. Empty: it may no longer be seen. */
export const findNear = (
  tx: TenantTransaction,
  { documentId, url }: ReaderPage,
  candidates: readonly { documentId: string }[],
): Promise<Map<string, Nearness>> =>
  traced('page', async () => {
    const documentIds = [...new Set(candidates.map((candidate) => candidate.documentId))]
    const rows = await runPrepared(
      tx,
      sql<{ id: string }>`
        select d.id from readable_documents d
        where d.id = any(${documentIds}::uuid[])
          and (d.id = ${documentId} or exists (
            select from unnest(${sectionPrefixes(url)}::text[]) as prefix
            where starts_with(d.url, prefix)))
          and exists (select from readable_documents where id = ${documentId})`,
    )
    return new Map(rows.map(({ id }) => [id, id === documentId ? 'page' : 'section']))
  })

/** What follows the name of a page in an address, as servers write it or leave it out. */
const ENDING = /(?:\/index\.html?|\.html?|\/)$/

/** The ways in which one page is addressed, as it was given first. */
function spellingsOf(address: string): string[] {
  const name = address.replace(ENDING, '')
  return [...new Set([address, name, `${name}/`, `${name}.html`, `${name}/index.html`])]
}

/** How addresses of its section begin: of what is beside the page or below it. The root is no section. */
export function sectionPrefixes(url: string): string[] {
  const name = url.replace(/[?#].*$/, '').replace(ENDING, '')
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const isRoot = /^https?:\/\/(?:[^/]*\/)?$/i.test(folder)
  return isRoot ? [`${name}/`] : [`${name}/`, folder]
}
