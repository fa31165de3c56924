import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** Some titles make no question, some the same one as another. */
const TITLES_A_GROUP = 50

/** The title of a public document, which a starter question may be written from. */
export type Titled = {
  document_id: string
  group_id: string | null
  title: string
  language: string
  /** Its versions, as JSON; null: it has none. */
  version: string | null
}

/**
 * Public documents with something to answer from, those near the root of a site first: they are the
 * overviews. By group, since a key may be limited to some, and by version, since a reader may be.
 */
export async function findPublicTitles(tx: TenantTransaction): Promise<Titled[]> {
  const { rows } = await sql<Titled>`
    with ranked as (
      select id, group_id, title, language, labels ->> 'version' as version,
             row_number() over (partition by group_id, labels ->> 'version' order by depth, id) as place
      from (select *, length(url) - length(replace(url, '/', '')) as depth from documents) d
      where visibility = 'public' and passage_count > 0
    )
    select id as document_id, group_id, title, language, version from ranked
    where place <= ${TITLES_A_GROUP}
    order by place, id`.execute(tx)
  return rows
}
