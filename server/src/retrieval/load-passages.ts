import type { Labels } from '@footnote/contract/labels'
import type { ReadableVisibility } from '@footnote/contract/visibility'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { runBothPrepared, runPrepared } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { BlockSpan } from '../text/block-span.ts'
import type { Comparison, EvidenceRow } from './answerability/evidence.ts'
import { evidenceStatement } from './answerability/evidence.ts'

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
    labels: Labels
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
  labels: Labels
}

/** `evidence`: null where nothing is compared. */
type Loaded = { passages: Map<string, Passage>; evidence: EvidenceRow | null }

/**
 * The fourth step of a search: text by id, through the views that show what readers may see. In a
 * transaction that began after the search, what has been restricted since is missing.
 */
export async function loadPassages(
  tx: TenantTransaction,
  ids: readonly string[],
  comparison: Comparison | null = null,
): Promise<Loaded> {
  const loading = loadStatement(ids)
  const [rows, [evidence = null]] = comparison
    ? await runBothPrepared(tx, loading, evidenceStatement(comparison))
    : [await runPrepared(tx, loading), []]
  return { passages: new Map(rows.map((row) => [row.id, toPassage(row)])), evidence }
}

export const loadStatement = (ids: readonly string[]): RawBuilder<PassageRow> => sql<PassageRow>`
  select p.id, p.document_id, p.content, p.heading_path, p.chunk_index, p.anchor, p.blocks,
         d.url, d.title, d.visibility, d.source_type, d.group_id, d.language, d.labels
  from unnest(${ids}::uuid[]) as wanted (id)
  -- By key, also in a plan made while the tables were small: connections keep it.
  cross join lateral (select * from readable_passages where id = wanted.id offset 0) p
  cross join lateral (select * from readable_documents where id = p.document_id offset 0) d`

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
    labels: row.labels,
  },
})
