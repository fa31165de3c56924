import type { TraceCandidate } from '@footnote/contract/admin/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { asTenant, TRACE } from '../../../test/support/store/stored-messages.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { allTerms, analyseQuery } from '../text/analysed-query.ts'
import { findMessageIds, indexedIds } from './find-message-ids.ts'
import type { MessageFilters } from './message-filters.ts'
import { searchCondition } from './message-filters.ts'
import type { StoredMessage } from './messages.ts'
import { findMessage, listMessages } from './messages.ts'
import { reviewMessage } from './review-message.ts'
import type { MessageSource } from './save-turn.ts'
import { saveTurn } from './save-turn.ts'

const CANDIDATE: TraceCandidate = {
  chunk_id: newId(),
  document_id: newId(),
  relevance: 0.75,
  vector_score: 0.5,
  text_score: 1,
  rrf_score: 1.5,
  rerank_score: 0,
  outcome: 'used',
}
const WIDGETS = [newId(), newId()]
const KEYS = [newId(), newId()]
const MODELS = ['extract', 'openai/gpt-4.1-mini']
const LANGUAGES = ['en', 'de']
const SOURCES: MessageSource[] = ['api', 'widget', 'mcp']
const QUESTIONS = ['How do I rotate a key?', 'Where are the keys?', 'What does a webhook send?']
const PAGES = ['https://docs.example.com/keys', 'https://docs.example.com/']
const TAGS = ['billing', 'keys']

let store: Store
let other: Tenant

beforeAll(async () => {
  store = await openStore()
  other = await seedTenant(store.worker.db, 'Other')
  await withTenant(store.api.db, other, (tx) => fill(tx, other, 5))
  await asReader(store, (tx) => fill(tx, store.tenant, 60))
  const all = await list({})
  await asReader(store, (tx) => rateSome(tx, all))
  await asWorker(store, async (tx) => {
    for (const [index, { id }] of all.entries()) {
      const tags = TAGS.filter((_, place) => index % (place + 2) === 0)
      if (index % 4 === 0) await reviewMessage(tx, id, { reviewed: index % 8 === 0, tags })
    }
  })
})

afterAll(() => store?.close())

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Each field has its own period, so that values meet in many combinations. */
async function fill(tx: TenantTransaction, { knowledgeBaseId }: Tenant, count: number) {
  for (let index = 0; index < count; index += 1) {
    const question = pick(QUESTIONS, index)
    const turn = {
      knowledgeBaseId,
      threadId: newId(),
      isFollowUp: false,
      messageId: newId(),
      reader: null,
      asker: index % 10 === 0 ? 'Ada@example.com' : null,
      widgetId: index % 5 === 0 ? null : pick(WIDGETS, index),
      source: pick(SOURCES, Math.floor(index / 2)),
      pageUrl: index % 3 === 0 ? null : pick(PAGES, index),
      question,
      answer: 'So.',
      citations: [],
      covered: index % 7 !== 0,
      sourceDocumentIds: [],
      keyId: pick(KEYS, Math.floor(index / 3)),
      language: pick(LANGUAGES, Math.floor(index / 4)),
      words: allTerms(analyseQuery({ knowledgeBaseId, languages: ['en'] }, question)),
      trace: {
        ...TRACE,
        candidates: [CANDIDATE],
        model: pick(MODELS, Math.floor(index / 5)),
        timings_ms: { first_delta: 10.4, settled: 20.6 },
        output_tokens: 7,
      },
    }
    expect(await saveTurn(tx, turn, newId())).toBe(true)
  }
}

async function rateSome(tx: TenantTransaction, messages: readonly StoredMessage[]) {
  for (const [index, { id }] of messages.entries()) {
    if (index % 3 !== 0) continue
    const [vote, comment] = [index % 2 === 0 ? 'up' : 'down', index % 9 === 0 ? 'Thanks' : null]
    await sql`insert into ratings (knowledge_base_id, id, message_id, vote, comment, source)
      values (${store.tenant.knowledgeBaseId}, ${newId()}, ${id}, ${vote}, ${comment}, 'api')`.execute(
      tx,
    )
  }
}

const list = (filters: MessageFilters): Promise<StoredMessage[]> =>
  asWorker(store, (tx) => listMessages(tx, store.tenant, { limit: 1000, before: null, filters }))

type Case = [name: string, filters: MessageFilters, matches: (one: StoredMessage) => boolean]

const CASES = (): Case[] => [
  ['covered', { covered: 'false' }, (one) => !one.covered],
  ['gap', { gap: 'true' }, (one) => !one.covered || one.vote === 'down'],
  ['vote', { vote: 'up' }, (one) => one.vote === 'up'],
  ['comment', { has_comment: 'true' }, (one) => one.comment !== null],
  ['source', { source: 'mcp' }, (one) => one.source === 'mcp'],
  ['widget', { widget_id: pick(WIDGETS, 0) }, (one) => one.widget_id === WIDGETS[0]],
  ['key', { key_id: pick(KEYS, 1) }, (one) => one.key_id === KEYS[1]],
  ['language', { language: 'de' }, (one) => one.language === 'de'],
  ['model', { model: 'extract' }, (one) => one.model === 'extract'],
  [
    'page',
    { page_url: 'https://docs.example.com/keys?from=mail#rotate' },
    (one) => one.page_url === PAGES[0],
  ],
  ['reviewed', { reviewed: 'true' }, (one) => one.reviewed_at !== null],
  ['not reviewed', { reviewed: 'false' }, (one) => one.reviewed_at === null],
  ['tag', { tag: 'billing' }, (one) => one.tags.includes('billing')],
  ['asker', { asker: 'ada@EXAMPLE.com' }, (one) => one.asker !== null],
  [
    'words',
    {
      q: analyseQuery({ knowledgeBaseId: store.tenant.knowledgeBaseId, languages: ['en'] }, 'KEYS'),
    },
    (one) => one.question.includes('key'),
  ],
]

test('a message is found with its trace', async () => {
  const [stored] = await list({})
  const found = await asWorker(store, (tx) => findMessage(tx, stored?.id ?? ''))
  expect(found?.trace.candidates).toEqual([CANDIDATE])
})

test('every filter, and every pair of filters, keeps just what matches', async () => {
  const all = await list({})
  expect(all).toHaveLength(60)
  for (const [name, filters, matches] of CASES()) {
    const kept = all.filter(matches)
    expect(kept.length, `${name} tells apart`).toBeGreaterThan(0)
    expect(kept.length, `${name} tells apart`).toBeLessThan(all.length)
    for (const [second, more, alsoMatches] of CASES()) {
      if (Object.keys(more).some((key) => key in filters)) continue
      const found = await list({ ...filters, ...more })
      const wanted = kept.filter(alsoMatches).map(({ id }) => id)
      expect(
        found.map(({ id }) => id),
        `${name} and ${second}`,
      ).toEqual(wanted)
    }
  }
})

test('a filter follows a rating that is changed and withdrawn, and a review', async () => {
  const [message] = await list({ vote: 'up' })
  if (!message) throw new Error('nothing is rated up')
  const isFound = async (filters: MessageFilters) =>
    (await list(filters)).some(({ id }) => id === message.id)
  await asReader(store, (tx) =>
    sql`update ratings set vote = 'down' where message_id = ${message.id}`.execute(tx),
  )
  expect([await isFound({ vote: 'up' }), await isFound({ gap: 'true' })]).toEqual([false, true])
  await asReader(store, (tx) =>
    sql`delete from ratings where message_id = ${message.id}`.execute(tx),
  )
  expect(await isFound({ vote: 'down' })).toBe(false)
  await asWorker(store, (tx) => reviewMessage(tx, message.id, { reviewed: true, note: 'seen' }))
  await asWorker(store, (tx) => reviewMessage(tx, message.id, { tags: ['new', 'new'] }))
  expect(await isFound({ tag: 'new', reviewed: 'true' })).toBe(true)
  const [reviewed] = await list({ tag: 'new' })
  expect(reviewed).toMatchObject({ note: 'seen', tags: ['new'], total_ms: 21, first_delta_ms: 10 })
})

test('a message that is not there cannot be reviewed, nor one of another tenant', async () => {
  const foreign = await withTenant(store.worker.db, other, (tx) =>
    listMessages(tx, other, { limit: 1, before: null, filters: {} }),
  )
  for (const id of [newId(), foreign[0]?.id ?? '']) {
    expect(await asWorker(store, (tx) => reviewMessage(tx, id, { reviewed: true }))).toBe(false)
  }
})

test('from and to bound the time of the question', async () => {
  const all = await list({})
  const [newest, oldest] = [all.at(0), all.at(-1)]
  const askedAt = (message: StoredMessage | undefined, ms: number) => {
    const id = message?.id.replace('-', '').slice(0, 12) ?? ''
    return new Date(Number.parseInt(id, 16) + ms).toISOString()
  }
  expect(await list({ from: askedAt(newest, 1) })).toEqual([])
  expect(await list({ to: askedAt(oldest, 0) })).toEqual([])
  const within = { from: askedAt(oldest, 0), to: askedAt(newest, 1) }
  expect(await list(within)).toHaveLength(all.length)
})

test('what is not among the newest is found by the index', async () => {
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, async (tx) => {
    const threadId = newId()
    await sql`insert into threads (knowledge_base_id, id)
      values (${knowledgeBaseId}, ${threadId})`.execute(tx)
    await sql`
      with added as (
        insert into messages (knowledge_base_id, id, thread_id, source, question, answer, covered,
                              language, trace)
        select ${knowledgeBaseId}, gen_random_uuid(), ${threadId}, 'bot', 'Why?', 'So.', true,
               case when n = 77 then 'fi' else 'en' end, '{}'
        from generate_series(1, 20000) n returning *)
      insert into message_search (knowledge_base_id, message_id, words, facets)
      select knowledge_base_id, id, '{}', message_facets(a::messages, null, null, false, '{}')
      from added a`.execute(tx)
  })
  await asTenant(store.ownerUrl, store.tenant, (client) => client.query('analyze'))
  const found = (filters: MessageFilters, newest: number) =>
    asWorker(store, (tx) =>
      findMessageIds(tx, store.tenant, { limit: 5, before: null, filters }, newest),
    )
  for (const filters of [{ language: 'fi' }, { source: 'mcp', covered: 'false' }] as const) {
    const all = await found(filters, 1_000_000)
    expect(all.length).toBeGreaterThan(0)
    expect(await found(filters, 10)).toEqual(all)
  }
  const rare = searchCondition(knowledgeBaseId, { language: 'fi', reviewed: 'false' }) ?? sql`true`
  const plan = await asWorker(store, async (tx) => {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain ${indexedIds(rare, sql`true`, 50)}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('message_search_terms')
})
