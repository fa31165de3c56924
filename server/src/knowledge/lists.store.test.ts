import type { DocumentFilter } from '@footnote/contract/admin/documents'
import { DocumentSort } from '@footnote/contract/admin/documents'
import { MAX_COUNTED_MATCHES } from '@footnote/contract/limits'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import type { LargeBase } from '../../../test/support/store/large-base.ts'
import {
  fillLargeBase,
  MESSAGES,
  PAGES,
  RARE,
  getTime,
} from '../../../test/support/store/large-base.ts'
import { citationCounts } from '../conversations/document-citations.ts'
import { findMessageIds } from '../conversations/find-message-ids.ts'
import type { MessageFilters } from '../conversations/message-filters.ts'
import { lastSyncs, listSyncs } from '../ingestion/sync/find-syncs.ts'
import { listSourcePages, listSyncPages } from '../ingestion/sync/pages/list-sync-pages.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { listDeletedPages } from '../sources/deleted-pages.ts'
import { getAuditEvents } from '../workspaces/audit.ts'
import { countMatching, readDocuments, listDocuments } from './list-documents.ts'

const LIMIT = 50
/** Blocks beside one for each row that is listed: the way down an index, and its leaves. */
const MORE_BLOCKS = 30
/** Blocks that a search may read of the index over parts of titles and URLs. */
const SEARCHED_BLOCKS = 100

let store: Store
let base: LargeBase

beforeAll(async () => {
  store = await openStore()
  base = await fillLargeBase(store.ownerUrl, store.tenant)
}, 240_000)

afterAll(() => store.close())

type Explainable = {
  explain(format: 'json', options: RawBuilder<unknown>): Promise<Record<string, unknown>[]>
}
type Plan = {
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many rows a list has, and how many blocks PostgreSQL looked at for them. */
async function explainCost(list: (tx: TenantTransaction) => Explainable) {
  const [row] = await asWorker(store, (tx) => list(tx).explain('json', sql`analyze, buffers`))
  if (!row) throw new Error('There is no plan')
  const [{ Plan: plan }] = row['QUERY PLAN'] as [{ Plan: Plan }]
  const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  return { listed: plan['Actual Rows'], blocks }
}

const SORTS = DocumentSort.options

test('each filter and sort of the documents looks at little more than it lists', async () => {
  const cases: Record<string, DocumentFilter> = {
    none: {},
    state: { state: 'failed' },
    source: { source_id: base.sourceId },
    group: { group_id: base.groupId },
    visibility: { visibility: 'restricted' },
    url: { url: `https://docs.example.com/${PAGES}` },
    'a part of the title': { q: 'page 7777' },
    'a part of the URL': { q: 'example.com/1234' },
  }
  for (const [name, filter] of Object.entries(cases)) {
    for (const sort of name === 'none' ? SORTS : (['created_at'] as const)) {
      const { listed, blocks } = await explainCost((tx) =>
        readDocuments(tx, filter, { limit: LIMIT, sort }),
      )
      expect(listed, `${name}, ${sort}`).toBeGreaterThan(0)
      const more = filter.q === undefined ? MORE_BLOCKS : SEARCHED_BLOCKS
      expect(blocks, `${name}, ${sort}`).toBeLessThanOrEqual(listed + more)
    }
  }
})

test('a page in the middle of each sort costs what the first one costs', async () => {
  for (const sort of SORTS) {
    const page = { limit: PAGES / 10, sort }
    const { next_cursor } = await asWorker(store, (tx) => listDocuments(tx, {}, page))
    const { listed, blocks } = await explainCost((tx) =>
      readDocuments(tx, {}, { limit: LIMIT, sort, cursor: next_cursor ?? '' }),
    )
    expect(listed, sort).toBe(LIMIT)
    expect(blocks, sort).toBeLessThanOrEqual(listed + MORE_BLOCKS)
  }
})

test('documents are counted from an index, or among some that match', async () => {
  const cases: Record<string, [filter: DocumentFilter, most: number]> = {
    none: [{}, PAGES / 100],
    state: [{ state: 'indexed' }, PAGES / 100],
    group: [{ group_id: base.groupId }, PAGES / RARE + MORE_BLOCKS],
    'a part that few have': [{ q: 'page 7777' }, SEARCHED_BLOCKS],
    'a part that all have': [{ q: 'example.com' }, MAX_COUNTED_MATCHES],
  }
  for (const [name, [filter, most]] of Object.entries(cases)) {
    const { blocks } = await explainCost((tx) => countMatching(tx, filter))
    expect(blocks, name).toBeLessThanOrEqual(most)
  }
})

test('the lists of a source and of its syncs read little more than they list', async () => {
  const { sourceId, syncId } = base
  const page = { limit: LIMIT, after: '/5' }
  const cases: Record<string, [table: string, (tx: TenantTransaction) => Promise<unknown[]>]> = {
    syncs: ['syncs', (tx) => listSyncs(tx, sourceId, { limit: LIMIT, before: syncId })],
    'the last sync of each source': ['syncs', async (tx) => [...(await lastSyncs(tx))]],
    'pages of a sync': ['sync_pages', async (tx) => (await listSyncPages(tx, syncId, page)).pages],
    'pages of a sync that failed': [
      'sync_pages',
      async (tx) => (await listSyncPages(tx, syncId, { ...page, state: 'failed' })).pages,
    ],
    'pages of a source': [
      'source_pages',
      async (tx) => (await listSourcePages(tx, sourceId, page)).pages,
    ],
    'documents of the pages of a source': [
      'documents',
      async (tx) => (await listSourcePages(tx, sourceId, page)).pages,
    ],
    'pages of a source that failed': [
      'source_pages',
      async (tx) => (await listSourcePages(tx, sourceId, { ...page, state: 'failed' })).pages,
    ],
    'deleted pages': [
      'deleted_pages',
      async (tx) => (await listDeletedPages(tx, sourceId, { ...page, after: '/old/5' })).pages,
    ],
  }
  for (const [name, [table, list]] of Object.entries(cases)) {
    const { listed, read } = await rowsRead(table, list)
    expect(listed, name).toBeGreaterThan(0)
    expect(read, name).toBeLessThanOrEqual(2 * LIMIT)
  }
})

test('a page whose document failed after its sync is listed once among those that failed', async () => {
  const listed = await asWorker(store, async (tx) => {
    const failed = { state: 'failed' } as const
    await tx.updateTable('documents').set(failed).where('source_key', '=', '/1').execute()
    const { pages } = await listSourcePages(tx, base.sourceId, { ...failed, limit: PAGES })
    await tx
      .updateTable('documents')
      .set({ state: 'indexed' })
      .where('source_key', '=', '/1')
      .execute()
    return pages.map(({ key }) => key)
  })
  expect(listed).toContain('/1')
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toHaveLength(PAGES / RARE + 1)
})

test('each filter of the audit log looks at little more than it lists', async () => {
  const { workspaceId } = store.tenant
  const at = (minutes: number) => new Date(getTime(minutes)).toISOString()
  const cases = {
    none: {},
    actor: { actor: 'ada@example.com' },
    action: { action: 'key.revoke' },
    target: { target: base.personId },
    'a time long ago': { from: at(100), to: at(160) },
    'the end of a time': { to: at(200) },
  } as const
  for (const [name, filters] of Object.entries(cases)) {
    for (const order of ['newest first', 'oldest first'] as const) {
      const page = { workspaceId, limit: LIMIT, order, after: undefined, ...filters }
      const { listed, blocks } = await explainCost((tx) => getAuditEvents(tx, page))
      expect(listed, `${name}, ${order}`).toBeGreaterThan(0)
      expect(blocks, `${name}, ${order}`).toBeLessThanOrEqual(listed + MORE_BLOCKS)
    }
  }
})

test('questions are compared among the newest, and then found by the index', async () => {
  const newest = 1_000
  const cases: Record<string, MessageFilters> = {
    none: {},
    'a rare language': { language: 'fi' },
    'a common source': { source: 'widget' },
    'rare and common': { language: 'fi', source: 'widget' },
    'a cited document': { document_id: base.citedId },
  }
  for (const [name, filters] of Object.entries(cases)) {
    const page = { limit: LIMIT, before: null, filters }
    const { listed, read } = await rowsRead('message_search', (tx) =>
      findMessageIds(tx, store.tenant, page, newest),
    )
    expect(listed, name).toBeGreaterThan(0)
    expect(read, name).toBeLessThanOrEqual(newest + MESSAGES / 1000)
  }
})

test('where a document was cited is found by an index', async () => {
  const { listed, blocks } = await explainCost((tx) => ({
    explain: async (_, options) => {
      const asked = citationCounts(store.tenant, base.citedId)
      const plan = sql`explain (${options}, format json) ${asked}`
      return (await plan.execute(tx)).rows as Record<string, unknown>[]
    },
  }))
  expect(listed).toBe(1)
  expect(blocks).toBeLessThanOrEqual(MORE_BLOCKS)
})

/** How many rows a list has, and how many of a table PostgreSQL read for it. */
const rowsRead = (table: string, list: (tx: TenantTransaction) => Promise<unknown[]>) =>
  asWorker(store, async (tx) => {
    const before = await countRead(tx, table)
    const { length } = await list(tx)
    return { listed: length, read: (await countRead(tx, table)) - before }
  })

/** The counters of a session grow from one transaction to the next. */
async function countRead(tx: TenantTransaction, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
  return rows[0]?.read ?? 0
}
