import type { MessagesExportQuery } from '@footnote/contract/admin/message-queries'
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { firstIdAt } from '../platform/new-id.ts'
import type { AnalysedQuery } from '../text/analysed-query.ts'
import { pageAddress } from '../text/page-address.ts'

export type MessageFilters = Omit<MessagesExportQuery, 'q'> & {
  /** The words wanted, in each language of the documents. */
  q?: readonly AnalysedQuery[] | undefined
}

/** Filters by their names in `message_facets`, see the migration 0009_conversations. */
const FACETS = {
  covered: 'covered',
  gap: 'gap',
  vote: 'vote',
  reason: 'reason',
  has_comment: 'comment',
  source: 'source',
  widget_id: 'widget_id',
  key_id: 'key_id',
  document_id: 'document',
  language: 'language',
  model: 'model',
  page_url: 'page',
  reviewed: 'reviewed',
  tag: 'tag',
} as const satisfies Partial<Record<keyof MessageFilters, string>>

/** What the columns `words` and `facets` must contain; null: anything. */
export function searchCondition(
  knowledgeBaseId: string,
  filters: MessageFilters,
): RawBuilder<unknown> | null {
  const conditions = [...facetCondition(knowledgeBaseId, filters), ...wordCondition(filters.q)]
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` and `)})`
}

/** Ids are ordered by time. */
export function idBounds({ from, to }: MessageFilters, before: string | null) {
  const bounds = [
    ...(before === null ? [] : [sql`id < ${before}::uuid`]),
    ...(from === undefined ? [] : [sql`id >= ${firstIdAt(Date.parse(from))}::uuid`]),
    ...(to === undefined ? [] : [sql`id < ${firstIdAt(Date.parse(to))}::uuid`]),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}

function facetCondition(knowledgeBaseId: string, filters: MessageFilters): RawBuilder<unknown>[] {
  const numbers = Object.entries(FACETS).flatMap(([filter, name]) => {
    // Object.entries loses the type of its keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const value = filters[filter as keyof typeof FACETS]
    if (value === undefined) return []
    return [nameFacet(knowledgeBaseId, name, name === 'page' ? pageAddress(value) : value)]
  })
  return numbers.length === 0 ? [] : [sql`facets @> ${numbers}::bigint[]`]
}

/** As `message_facet` in the database. */
const nameFacet = (knowledgeBaseId: string, name: string, value: string): string =>
  createHash('md5')
    .update(`${knowledgeBaseId} ${name} ${value}`)
    .digest()
    .readBigInt64BE()
    .toString()

/** All words of one language. A text without any word matches nothing. */
function wordCondition(queries: readonly AnalysedQuery[] | undefined): RawBuilder<unknown>[] {
  if (queries === undefined) return []
  const wanted = queries.filter(({ terms }) => terms.length > 0)
  if (wanted.length === 0) return [sql`false`]
  const any = wanted.map(({ terms }) => sql`words @> ${[...terms]}::int[]`)
  return [sql`(${sql.join(any, sql` or `)})`]
}
