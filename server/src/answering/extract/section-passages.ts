import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { runPrepared } from '../../platform/database/statements.ts'
import { readAsTenant } from '../../platform/database/tenant.ts'
import type { Passage, PassageRow } from '../../retrieval/load-passages.ts'
import { toPassage } from '../../retrieval/load-passages.ts'

/** As many passages before and behind one as a section is shown of at most, short as they may be. */
const NEIGHBOURS = 12

/** A passage that was found, with those around it that are of the same section, in their order. */
export type SectionPassages = { found: Passage; passages: readonly Passage[] }

/**
 * The sections around passages, in their order, through the same views as the search: what has been
 * restricted since is missing. What lies in the section of an earlier one is left out.
 */
export async function loadSections(
  db: Db,
  tenant: Tenant,
  passageIds: readonly string[],
): Promise<SectionPassages[]> {
  const statement = sql<PassageRow>`
      select distinct on (p.document_id, p.chunk_index) p.id, p.document_id, p.content, p.heading_path,
             p.chunk_index, p.anchor, p.blocks,
             d.url, d.title, d.visibility, d.source_type, d.group_id, d.language, d.labels
      from unnest(${passageIds}::uuid[]) as wanted (id)
      -- By key, also in a plan made while the tables were small: connections keep it.
      cross join lateral (
        select document_id, chunk_index from readable_passages where id = wanted.id offset 0) found
      cross join lateral (
        select * from readable_passages near
        where near.document_id = found.document_id
          and near.chunk_index between found.chunk_index - ${NEIGHBOURS}::int
                                   and found.chunk_index + ${NEIGHBOURS}::int
        offset 0) p
      cross join lateral (
        select * from readable_documents where id = p.document_id offset 0) d
      order by p.document_id, p.chunk_index`
  const rows = await readAsTenant(db, tenant, (tx) => runPrepared(tx, statement))
  const byDocument = Map.groupBy(rows.map(toPassage), ({ documentId }) => documentId)
  const passages = new Map([...byDocument.values()].flat().map((passage) => [passage.id, passage]))
  return passageIds.flatMap((id) => {
    const found = passages.get(id)
    return found ? [sectionAround(found, byDocument.get(found.documentId) ?? [])] : []
  })
}

/** From the first passage under the same heading to the last one under it or a heading below it. */
export function sectionAround(found: Passage, page: readonly Passage[]): SectionPassages {
  const { headingPath } = found
  const byIndex = new Map(page.map((passage) => [passage.chunkIndex, passage]))
  const isUnder = (passage: Passage | undefined): passage is Passage =>
    passage !== undefined && headingPath.every((heading, at) => passage.headingPath[at] === heading)
  const isSame = (passage: Passage | undefined): passage is Passage =>
    isUnder(passage) && passage.headingPath.length === headingPath.length
  let first = found.chunkIndex
  while (isSame(byIndex.get(first - 1))) first--
  const passages: Passage[] = []
  for (let index = first; ; index++) {
    const passage = byIndex.get(index)
    if (!isUnder(passage)) return { found, passages }
    passages.push(passage)
  }
}
