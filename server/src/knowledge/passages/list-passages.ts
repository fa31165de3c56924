import type { FoundPassage } from '@footnote/contract/admin/inspection'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

export type StoredPassage = {
  id: string
  index: number
  heading_path: string[]
  anchor: string | null
  content: string
  terms: number
  has_vector: boolean
}

/** The passages of a document in order, as searches see them. Undefined if there is no document. */
export async function listPassages(
  tx: TenantTransaction,
  documentId: string,
): Promise<{ title: string; language: string; passages: StoredPassage[] } | undefined> {
  const document = await tx
    .selectFrom('documents')
    .select(['title', 'indexed_title', 'language'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (!document) return undefined
  const { rows } = await sql<StoredPassage>`
    select p.id, p.chunk_index as index, p.heading_path, p.anchor, p.content,
           cardinality(p.terms) as terms,
           exists (select from passage_vectors v
                   join embedding_spaces e on e.id = v.space_id and e.state = 'active'
                   where v.passage_id = p.id) as has_vector
    from passages p where p.document_id = ${documentId} order by p.chunk_index`.execute(tx)
  // Until it is indexed again, its passages are found by the previous title.
  const title = document.indexed_title ?? document.title
  return { title, language: document.language, passages: rows }
}

/** Passages with their page, in the order of the ids. */
export async function lookUpPassages(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    select p.id, p.document_id, d.title, d.url, p.heading_path, p.anchor, p.content
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, at)
    join passages p on p.id = wanted.id
    join documents d on d.id = p.document_id
    order by wanted.at`.execute(tx)
  return rows
}
