import type { ReadableVisibility } from '@footnote/contract/visibility'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { runPrepared } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { BlockSpan } from '../text/block-span.ts'
import type { EvidenceRow, QuestionTerms } from './answerability/evidence.ts'
import { evidenceObject } from './answerability/evidence.ts'

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

/** What answerability is judged by: a question, and the passages that are compared with it. */
export type Compared = { questions: readonly QuestionTerms[]; passageIds: readonly string[] }

type Loaded = { passages: Map<string, Passage>; evidence: EvidenceRow | null }

/**
 * The fourth step of a search: text by id, through the views that show what readers may see. In a
 * transaction that began after the search, what has been restricted since is missing.
 */
export async function loadPassages(
  tx: TenantTransaction,
  ids: readonly string[],
  compared?: Compared,
): Promise<Loaded> {
  const rows = await runPrepared(tx, loadStatement(ids, compared))
  const passages = rows.flatMap((row) => (row.id === null ? [] : [toPassage(row)]))
  return {
    passages: new Map(passages.map((passage) => [passage.id, passage])),
    evidence: rows.find(({ evidence }) => evidence !== null)?.evidence ?? null,
  }
}

type LoadedRow = { evidence: EvidenceRow | null } & (PassageRow | { id: null })

/** Without a passage there is one row all the same, with the evidence. */
export const loadStatement = (
  ids: readonly string[],
  compared?: Compared,
): RawBuilder<LoadedRow> => sql<LoadedRow>`
  select p.*, ${compared ? evidenceOnce(compared) : sql`null`} as evidence
  from (select 1) one
  left join lateral (
    select wanted.place, p.id, p.document_id, p.content, p.heading_path, p.chunk_index, p.anchor,
           p.blocks, d.url, d.title, d.visibility, d.source_type, d.group_id, d.language
    from unnest(${toArray(ids)}::uuid[]) with ordinality as wanted (id, place)
    -- By key, also in a plan made while the tables were small: connections keep it.
    cross join lateral (select * from readable_passages p where p.id = wanted.id offset 0) p
    cross join lateral (select * from readable_documents d where d.id = p.document_id offset 0) d
  ) p on true`

/** In the first row. */
const evidenceOnce = ({ questions, passageIds }: Compared): RawBuilder<unknown> =>
  sql`case when coalesce(p.place, 1) = 1 then
    ${evidenceObject(questions, sql`${toArray(passageIds)}::uuid[]`)} end`

/** Ids need no quotes. */
const toArray = (ids: readonly string[]): string => `{${ids.join(',')}}`

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
