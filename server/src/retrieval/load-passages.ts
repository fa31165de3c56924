import type { ReadableVisibility } from '@footnote/contract/visibility'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { PREPARED } from '../platform/database/prepared.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { BlockSpan } from '../text/block-span.ts'

export type Passage = {
  id: string
  documentId: string
  content: string
  headingPath: string[]
  chunkIndex: number
  anchor: string | null
  /** Null if it was indexed before blocks were stored. */
  blocks: readonly BlockSpan[] | null
  document: {
    id: string
    url: string
    title: string
    visibility: ReadableVisibility
    sourceType: string
    groupId: string | null
    language: string
  }
}

export type PassageRow = {
  id: string
  document_id: string
  content: string
  heading_path: string[]
  chunk_index: number
  anchor: string | null
  blocks: BlockSpan[] | null
  url: string
  title: string
  visibility: ReadableVisibility
  source_type: string
  group_id: string | null
  language: string
}

/** Of `readable_passages p` and `readable_documents d`: everything but the ids. */
export const PASSAGE_COLUMNS = sql.raw(
  `p.content, p.heading_path, p.chunk_index, p.anchor, p.blocks,
   d.url, d.title, d.visibility, d.source_type, d.group_id, d.language`,
)

const passagesStatement = (ids: readonly string[]): RawBuilder<PassageRow> =>
  sql<PassageRow>`${PREPARED}
    select p.id, p.document_id, ${PASSAGE_COLUMNS}
    from readable_passages p
    join readable_documents d on d.id = p.document_id
    where p.id = any(${ids}::uuid[])`

/** By id, through the same views as the search: what has been restricted since is missing. */
export async function loadPassages(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, Passage>> {
  const { rows } = await passagesStatement(ids).execute(tx)
  return new Map(rows.map((row) => [row.id, toPassage(row)]))
}

export const toPassage = (row: PassageRow): Passage => ({
  id: row.id,
  documentId: row.document_id,
  content: row.content,
  headingPath: row.heading_path,
  chunkIndex: row.chunk_index,
  anchor: row.anchor,
  blocks: row.blocks,
  document: {
    id: row.document_id,
    url: row.url,
    title: row.title,
    visibility: row.visibility,
    sourceType: row.source_type,
    groupId: row.group_id,
    language: row.language,
  },
})
