import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import { asTenant } from '../../../test/support/store/stored-messages.ts'
import { findMessageIds } from '../conversations/find-message-ids.ts'
import type { MessageFilters } from '../conversations/message-filters.ts'
import { firstIdAt, newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { auditEventsOf } from '../workspaces/audit.ts'
import { documentsOf } from './documents.ts'

const PAGES = 20_000
/** Forty times what is compared one by one here, as 20,000 is among 800,000. */
const MESSAGES = 40_000
const EVENTS = 200_000
/** One statement of the worker may not take longer. */
const PART = 20_000
const LIMIT = 50
/** Blocks beside one for each row that is listed: the way down an index, and its leaves. */
const MORE_BLOCKS = 30
const BEGIN = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000

let store: Store
const groupId = newId()
const personId = newId()

/** Ids a minute apart. */
const idAt = sql`(lpad(to_hex(${BEGIN}::bigint + n * ${MINUTE}::bigint), 12, '0')
  || '70008' || lpad(to_hex(n), 15, '0'))::uuid`

beforeAll(async () => {
  store = await openStore()
  const { knowledgeBaseId, workspaceId } = store.tenant
  await asWorker(store, async (tx) => {
    await sql`insert into source_groups (knowledge_base_id, id, name)
      values (${knowledgeBaseId}, ${groupId}, 'Few')`.execute(tx)
    // Ten sources; every 500th page failed, is restricted and is in the group.
    await sql`insert into sources (knowledge_base_id, id, name, type)
      select ${knowledgeBaseId}, gen_random_uuid(), 'Source ' || n, 'api'
      from generate_series(1, 10) n`.execute(tx)
    await sql`
      insert into documents (knowledge_base_id, id, source_id, source_key, url, title, content,
                             content_type, state, visibility, group_id, passage_count)
      select ${knowledgeBaseId}, ${idAt}, s.id, '/' || n, 'https://docs.example.com/' || n,
             'Page ' || n, 'text', 'text/markdown',
             case when n % 500 = 0 then 'failed' else 'indexed' end,
             case when n % 500 = 0 then 'restricted' else 'public' end,
             case when n % 500 = 0 then ${groupId}::uuid end, 4
      from generate_series(1, ${PAGES}) n
      join (select id, row_number() over (order by id) at from sources
            where name like 'Source %') s on s.at = 1 + n * 10 / ${PAGES + 1}`.execute(tx)
    const threadId = newId()
    await sql`insert into threads (knowledge_base_id, id)
      values (${knowledgeBaseId}, ${threadId})`.execute(tx)
    for (let from = 0; from < MESSAGES; from += PART) {
      await sql`
        with added as (
          insert into messages (knowledge_base_id, id, thread_id, source, question, answer, covered,
                                language, trace)
          select ${knowledgeBaseId}, ${idAt}, ${threadId}, 'widget', 'Why?', 'So.', true,
                 case when n = 77 then 'fi' else 'en' end, '{}'
          from generate_series(${from + 1}::int, ${from + PART}::int) n returning *)
        insert into message_search (knowledge_base_id, message_id, words, facets)
        select knowledge_base_id, id, '{}', message_facets(a::messages, null, null, false, '{}')
        from added a`.execute(tx)
    }
    await sql`
      insert into audit_events (workspace_id, id, actor, actor_id, action, subject_id, created_at)
      select ${workspaceId}, ${idAt}, case when n = 77 then 'ada@example.com' else 'operator' end,
             case when n = 77 then ${personId}::uuid end,
             case when n = 77 then 'key.revoke' else 'document.put' end,
             case when n = 77 then ${personId}::uuid end,
             to_timestamp((${BEGIN} + n * ${MINUTE}::bigint) / 1000)
      from generate_series(1, ${EVENTS}) n`.execute(tx)
  })
  await asTenant(store.ownerUrl, store.tenant, (client) => client.query('analyze'))
}, 240_000)

afterAll(() => store.close())

type Explainable = {
  explain(format: 'json', options: unknown): Promise<Record<string, unknown>[]>
}
type Plan = {
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** How many rows a list has, and how many blocks PostgreSQL looked at for them. */
async function costOf(list: (tx: TenantTransaction) => Explainable) {
  const [row] = await asWorker(store, (tx) => list(tx).explain('json', sql`analyze, buffers`))
  if (!row) throw new Error('There is no plan')
  const [{ Plan: plan }] = row['QUERY PLAN'] as [{ Plan: Plan }]
  const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  return { listed: plan['Actual Rows'], blocks }
}

const lastSource = async (): Promise<string> =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<{ source_id: string }>`
      select source_id from documents order by id desc limit 1`.execute(tx)
    return rows[0]?.source_id ?? ''
  })

test('each filter of the documents looks at little more than it lists', async () => {
  const cases = {
    none: {},
    'the last page': { after: firstIdAt(BEGIN + (PAGES - 10) * MINUTE) },
    state: { state: 'failed' },
    source: { sourceId: await lastSource() },
    group: { groupId },
    visibility: { visibility: 'restricted' },
    url: { url: `https://docs.example.com/${PAGES}` },
  } as const
  for (const [name, filters] of Object.entries(cases)) {
    const { listed, blocks } = await costOf((tx) =>
      documentsOf(tx, { limit: LIMIT, after: undefined, ...filters }),
    )
    expect(listed, name).toBeGreaterThan(0)
    expect(blocks, name).toBeLessThanOrEqual(listed + MORE_BLOCKS)
  }
})

test('each filter of the audit log looks at little more than it lists', async () => {
  const { workspaceId } = store.tenant
  const at = (minutes: number) => new Date(BEGIN + minutes * MINUTE).toISOString()
  const cases = {
    none: {},
    actor: { actor: 'ada@example.com' },
    action: { action: 'key.revoke' },
    target: { target: personId },
    'a time long ago': { from: at(100), to: at(160) },
    'the end of a time': { to: at(200) },
  } as const
  for (const [name, filters] of Object.entries(cases)) {
    for (const order of ['newest first', 'oldest first'] as const) {
      const page = { workspaceId, limit: LIMIT, order, after: undefined, ...filters }
      const { listed, blocks } = await costOf((tx) => auditEventsOf(tx, page))
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
  }
  for (const [name, filters] of Object.entries(cases)) {
    const { listed, read } = await asWorker(store, async (tx) => {
      const before = await messagesRead(tx)
      const page = { limit: LIMIT, before: null, filters }
      const { length } = await findMessageIds(tx, store.tenant, page, newest)
      return { listed: length, read: (await messagesRead(tx)) - before }
    })
    expect(listed, name).toBeGreaterThan(0)
    expect(read, name).toBeLessThanOrEqual(newest + 2 * LIMIT)
  }
})

/** The counters of a session grow from one transaction to the next. */
async function messagesRead(tx: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as read
    from pg_stat_xact_user_tables where relname = 'message_search'`.execute(tx)
  return rows[0]?.read ?? 0
}
