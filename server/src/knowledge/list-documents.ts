import type { DocumentFilter, DocumentSort } from '@footnote/contract/admin/documents'
import { isId } from '@footnote/contract/id'
import { MAX_COUNTED_DOCUMENTS, MAX_COUNTED_MATCHES } from '@footnote/contract/limits'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Document } from './documents.ts'
import { DOCUMENT_COLUMNS } from './documents.ts'

type Order = {
  column: 'title_order' | 'indexed_order' | 'passage_count'
  /** How a cursor says where a page ended. */
  written: RawBuilder<string>
  isWritten: RegExp
  read: (written: string) => RawBuilder<unknown>
}

/** Each has an index in its order, see the migration 0004_documents. */
const ORDERS: Record<'title' | 'indexed_at' | 'passages', Order> = {
  title: {
    column: 'title_order',
    written: sql`title_order`,
    isWritten: /^[^\0]*$/,
    read: (title) => sql`${title}::text`,
  },
  indexed_at: {
    column: 'indexed_order',
    // In microseconds, as PostgreSQL counts.
    written: sql`(extract(epoch from indexed_order) * 1000000)::bigint::text`,
    isWritten: /^\d{1,16}$/,
    read: (time) => sql`'epoch'::timestamptz + ${time}::bigint * interval '1 microsecond'`,
  },
  passages: {
    column: 'passage_count',
    written: sql`passage_count::text`,
    isWritten: /^\d{1,9}$/,
    read: (count) => sql`${count}::integer`,
  },
}

export type DocumentPage = {
  limit: number
  sort?: DocumentSort | undefined
  /** The `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export type ListedDocuments = { documents: Document[]; next_cursor: string | null }

export async function listDocuments(
  tx: TenantTransaction,
  filter: DocumentFilter,
  page: DocumentPage,
): Promise<ListedDocuments> {
  // Reading one extra row shows whether there is a next page.
  const rows = await readDocuments(tx, filter, { ...page, limit: page.limit + 1 }).execute()
  const listed = rows
    .slice(0, page.limit)
    .map(({ end, ...document }) => ({ document, cursor: toCursor(document.id, end) }))
  return {
    documents: listed.map(({ document }) => document),
    next_cursor: rows.length > page.limit ? (listed.at(-1)?.cursor ?? null) : null,
  }
}

/** Up to a limit, so that no list becomes slow by its count. */
export async function countDocuments(
  tx: TenantTransaction,
  filter: DocumentFilter,
): Promise<number> {
  const { total } = await countMatching(tx, filter).executeTakeFirstOrThrow()
  return total
}

/** Apart from running them, so that a test can ask for their plans. */
export function readDocuments(
  tx: TenantTransaction,
  filter: DocumentFilter,
  { limit, sort = 'created_at', cursor }: DocumentPage,
) {
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? 'desc' : 'asc'
  const order = findOrder(sort)
  let query = matching(tx.selectFrom('listed_documents'), filter)
    .select(DOCUMENT_COLUMNS)
    .select(sql<string | null>`${order ? order.written : sql`null`}`.as('end'))
    .limit(limit)
  if (cursor !== undefined) {
    const after = isDescending ? sql`<` : sql`>`
    const { id, end } = fromCursor(cursor, order)
    query = query.where(
      order
        ? sql<boolean>`(${sql.ref(order.column)}, id) ${after} (${order.read(end)}, ${id}::uuid)`
        : sql<boolean>`id ${after} ${id}::uuid`,
    )
  }
  if (order) query = query.orderBy(order.column, direction)
  return query.orderBy('id', direction)
}

/** null: by id, and ids are ordered by time. */
function findOrder(sort: DocumentSort): Order | null {
  const name = sort.replace('-', '')
  return name === 'title' || name === 'indexed_at' || name === 'passages' ? ORDERS[name] : null
}

export const countMatching = (tx: TenantTransaction, filter: DocumentFilter) =>
  tx
    .selectFrom(
      matching(tx.selectFrom('listed_documents'), filter)
        .select(sql`1`.as('one'))
        .limit(filter.q === undefined ? MAX_COUNTED_DOCUMENTS : MAX_COUNTED_MATCHES)
        .as('found'),
    )
    .select(sql<number>`count(*)::int`.as('total'))

function matching<Selected>(
  query: SelectQueryBuilder<Database, 'listed_documents', Selected>,
  { q = '', ...filter }: DocumentFilter,
): SelectQueryBuilder<Database, 'listed_documents', Selected> {
  let found = query
  for (const part of q.split(/\s+/).filter((word) => word !== '')) {
    found = found.where('searched', 'ilike', `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  }
  for (const field of ['state', 'source_id', 'group_id', 'visibility', 'url'] as const) {
    const value = filter[field]
    if (value !== undefined) found = found.where(field, '=', value)
  }
  return found
}

const toCursor = (id: string, end: string | null): string =>
  end === null ? id : `${id}.${Buffer.from(end).toString('base64url')}`

function fromCursor(cursor: string, order: Order | null): { id: string; end: string } {
  const [id = '', encoded] = cursor.split('.', 2)
  const end = Buffer.from(encoded ?? '', 'base64url').toString()
  const fits = order ? encoded !== undefined && order.isWritten.test(end) : encoded === undefined
  if (!isId(id) || !fits) throw new Refusal('BAD_REQUEST')
  return { id, end }
}
