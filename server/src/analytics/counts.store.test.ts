import { FeedbackReason } from '@footnote/contract/public/feedback'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { deleteMessage, deleteThread } from '../conversations/delete-conversations.ts'
import type { MessageSource, NewTurn } from '../conversations/save-turn.ts'
import { countTurn, saveTurn } from '../conversations/save-turn.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { writeFailures } from './failures.ts'
import { toPeriod } from './period.ts'
import type { Counts } from './read-counts.ts'
import { readCounts, readGroupedCounts } from './read-counts.ts'
import { listCitedDocuments, listTopQuestions } from './top.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const WIDGET = newId()
const READER = newId()
const SOURCES: MessageSource[] = ['api', 'widget', 'mcp', 'form_deflect']
const MODELS = ['extract', 'openai/gpt-4.1-mini', 'small_talk']
const DOCUMENTS = [newId(), newId(), newId()]

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Each field has its own period, so that values meet in many combinations. */
const turn = (
  { knowledgeBaseId }: Tenant,
  index: number,
  change: Partial<NewTurn> = {},
): NewTurn => ({
  knowledgeBaseId,
  threadId: newId(),
  isFollowUp: false,
  messageId: newId(),
  reader: null,
  asker: null,
  widgetId: index % 3 === 0 ? WIDGET : null,
  source: pick(SOURCES, index),
  pageUrl: null,
  question: `Question ${index % 7}`,
  answer: 'Answer',
  citations: DOCUMENTS.filter((_, place) => index % (place + 2) === 0).map((document_id, at) => ({
    index: at + 1,
    title: 'Page',
    url: 'https://a.test',
    document_id,
    chunk_id: newId(),
    heading_path: [],
    excerpt: '',
  })),
  covered: index % 5 !== 0 || index % MODELS.length === 2,
  sourceDocumentIds: [],
  keyId: index % 4 === 0 ? READER : null,
  language: pick(['en', 'de', 'fr'], index),
  words: [index % 7],
  trace: traceOf(`Question ${index % 7}`, {
    model: pick(MODELS, index),
    timings_ms: index % 6 === 0 ? {} : { first_delta: index * 37.4, settled: index * 91.6 },
    input_tokens: index % 2 === 0 ? index : null,
    output_tokens: index,
  }),
  ...change,
})

const save = (tenant: Tenant, index: number, change: Partial<NewTurn> = {}) => {
  const made = turn(tenant, index, change)
  return asReader(store, (tx) => saveTurn(tx, made, newId()), tenant).then(() => made)
}

const counts = (tenant: Tenant): Promise<Counts> =>
  asWorker(store, (tx) => readCounts(tx, toPeriod({}), 'day', {}), tenant)

/** All columns of the counts, recomputed from the stored answers as the migration does. */
const difference = (tenant: Tenant) =>
  readRows(
    store,
    `with raw as (
       select (m.created_at at time zone 'utc')::date, m.source, coalesce(m.widget_id, no_id()),
         coalesce(k.id, no_id()), m.model, m.language, count(*), count(*) filter (where m.place = 1),
         count(*) filter (where m.covered), count(*) filter (where r.vote = 'up'),
         count(*) filter (where r.vote = 'down'),
         count(*) filter (where r.reason = 'wrong'), count(*) filter (where r.reason = 'outdated'),
         count(*) filter (where r.reason = 'incomplete'),
         count(*) filter (where r.reason = 'not_my_question'),
         count(*) filter (where f.outcome = 'deflected'),
         count(*) filter (where f.outcome = 'submitted'), coalesce(sum(m.input_tokens), 0)::bigint,
         coalesce(sum(m.output_tokens), 0)::bigint, coalesce(sum(m.cost), 0),
         count(*) filter (where m.cost is null), count_times(m.first_delta_ms), count_times(m.total_ms)
       from (select *, row_number() over (partition by thread_id order by id) as place from messages
             where knowledge_base_id = '${tenant.knowledgeBaseId}') m
       left join ratings r on r.message_id = m.id left join form_outcomes f on f.message_id = m.id
       left join client_keys k on k.id = m.key_id group by 1, 2, 3, 4, 5, 6
     ), counted as (
       select day, source, widget_id, key_id, model, language, questions, conversations, covered,
         rated_up, rated_down, down_wrong, down_outdated, down_incomplete, down_not_my_question,
         forms_deflected, forms_submitted, input_tokens, output_tokens,
         cost, unpriced, first_delta_ms, total_ms
       from answer_counts where knowledge_base_id = '${tenant.knowledgeBaseId}'
     ) (table raw except table counted) union all (table counted except table raw)`,
  )

const rate = (tenant: Tenant, messageId: string, vote: 'up' | 'down', reason?: FeedbackReason) =>
  asReader(
    store,
    (tx) =>
      sql`
      insert into ratings (knowledge_base_id, id, message_id, vote, reason, source)
      values (${tenant.knowledgeBaseId}, ${newId()}, ${messageId}, ${vote}, ${reason ?? null}, 'api')
      on conflict (knowledge_base_id, message_id) do update
        set vote = excluded.vote, reason = excluded.reason`.execute(tx),
    tenant,
  )
const withdraw = (tenant: Tenant, messageId: string) =>
  asReader(
    store,
    (tx) => tx.deleteFrom('ratings').where('message_id', '=', messageId).execute(),
    tenant,
  )
const decide = (tenant: Tenant, message_id: string, outcome: 'deflected' | 'submitted') =>
  asReader(
    store,
    (tx) =>
      tx
        .insertInto('form_outcomes')
        .values({ knowledge_base_id: tenant.knowledgeBaseId, message_id, outcome })
        .onConflict((conflict) =>
          conflict.columns(['knowledge_base_id', 'message_id']).doUpdateSet({ outcome }),
        )
        .execute(),
    tenant,
  )

test('counts equal what is stored, whatever is written at once and tried again', async () => {
  const tenant = await seedTenant(store.worker.db)
  const turns = await Promise.all(Array.from({ length: 60 }, (_, index) => save(tenant, index)))
  await Promise.all([
    ...turns
      .slice(0, 10)
      .map(({ threadId }, index) => save(tenant, index, { threadId, isFollowUp: true })),
    ...turns.flatMap(({ messageId }, index) => [
      rate(tenant, messageId, index % 2 === 0 ? 'up' : 'down'),
      rate(tenant, messageId, index % 3 === 0 ? 'up' : 'down'),
      ...(index % 5 === 0
        ? []
        : [rate(tenant, messageId, 'down', FeedbackReason.options[index % 4])]),
      ...(index % 4 === 0 ? [withdraw(tenant, messageId)] : []),
    ]),
    ...turns
      .filter(({ source }) => source === 'form_deflect')
      .flatMap(({ messageId }) => [
        decide(tenant, messageId, 'deflected'),
        decide(tenant, messageId, 'submitted'),
      ]),
    // A transaction that fails after it has counted, and is tried again.
    asReader(
      store,
      async (tx) => {
        await saveTurn(tx, turn(tenant, 1), newId())
        throw new Error('lost connection')
      },
      tenant,
    ).catch(() => save(tenant, 1)),
  ])
  expect(await difference(tenant)).toEqual([])
  const { totals } = await counts(tenant)
  expect(totals.questions).toBe(71)
  expect(totals.covered + totals.not_covered + totals.small_talk).toBe(71)
  expect(totals.conversations).toBe(61)
})

test('the version before knows no reasons: what it rates up has none', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { messageId } = await save(tenant, 0)
  await rate(tenant, messageId, 'down', 'outdated')
  const rateAsBefore = (vote: string) =>
    asReader(store, (tx) => sql`update ratings set vote = ${vote}`.execute(tx), tenant)
  await rateAsBefore('down')
  expect((await counts(tenant)).totals).toMatchObject({ rated_down: 1, down_outdated: 1 })
  await rateAsBefore('up')
  expect((await counts(tenant)).totals).toMatchObject({ rated_down: 0, down_outdated: 0 })
  expect(await difference(tenant)).toEqual([])
})

test('they stay when answers are deleted, with their ratings', async () => {
  const tenant = await seedTenant(store.worker.db)
  const turns = await Promise.all(Array.from({ length: 12 }, (_, index) => save(tenant, index)))
  for (const { messageId } of turns) await rate(tenant, messageId, 'down')
  const before = await counts(tenant)
  await Promise.all(
    turns.map(({ messageId, threadId }, index) =>
      asWorker(
        store,
        (tx) => (index % 2 === 0 ? deleteMessage(tx, messageId) : deleteThread(tx, threadId)),
        tenant,
      ),
    ),
  )
  const left = await asWorker(
    store,
    (tx) => tx.selectFrom('messages').select('id').execute(),
    tenant,
  )
  expect(left).toEqual([])
  expect(await counts(tenant)).toEqual(before)
  expect(before.totals.rated_down).toBe(12)
})

test('an answer that is not stored is counted all the same, and no text with it', async () => {
  const [kept, forgotten] = [await seedTenant(store.worker.db), await seedTenant(store.worker.db)]
  await save(kept, 8)
  await asReader(store, (tx) => countTurn(tx, turn(forgotten, 8), newId()), forgotten)
  expect(await counts(forgotten)).toEqual(await counts(kept))
  const stored = await asWorker(
    store,
    (tx) => sql`select from messages union all select from threads`.execute(tx),
    forgotten,
  )
  expect(stored.rows).toEqual([])
})

const FILTERS = {
  source: 'source',
  widget: 'widget_id',
  key: 'key_id',
  model: 'model',
  language: 'language',
} as const

test('groups add up to the totals, and filters count only what they name', async () => {
  const tenant = await seedTenant(store.worker.db)
  for (let index = 0; index < 24; index += 1) await save(tenant, index)
  await readRows(
    store,
    `update answer_counts set day = day - 3
     where knowledge_base_id = '${tenant.knowledgeBaseId}' and language = 'de'`,
  )
  const period = toPeriod({})
  const { totals } = await counts(tenant)
  await asWorker(
    store,
    async (tx) => {
      for (const grouping of ['source', 'widget', 'key', 'model', 'language'] as const) {
        const options = { grouping, interval: 'day', groups: 50, series: 2 } as const
        const read = await readGroupedCounts(tx, period, options, {})
        const { groups, ...whole } = read
        expect(whole, grouping).toEqual(await readCounts(tx, period, 'day', {}))
        const sum = groups.reduce((all, group) => all + group.totals.questions, 0)
        expect(sum, grouping).toBe(totals.questions)
        // Answers without a widget or key are a group too, but cannot be filtered for.
        const named = groups.map((group, place) => ({ ...group, place }))
        for (const { value, place, ...group } of named.filter(({ value: of }) => of !== null)) {
          const alone = await readCounts(tx, period, 'day', { [FILTERS[grouping]]: value })
          const expected = place < options.series ? alone : { ...alone, series: [] }
          expect(group, `${grouping} ${value}`).toEqual(expected)
        }
        const one = await readGroupedCounts(tx, period, { ...options, groups: 1 }, {})
        expect(one, grouping).toEqual({ ...whole, groups: groups.slice(0, 1) })
      }
      const widget = await readCounts(tx, period, 'day', { widget_id: WIDGET, language: 'en' })
      expect(widget.totals.questions).toBe(8)
      const byKey = { grouping: 'key', interval: 'day', groups: 50, series: 0 } as const
      const { groups: keys } = await readGroupedCounts(tx, period, byKey, {})
      // Readers who signed in are not counted one by one.
      expect(keys.map(({ value }) => value)).toEqual([null])
    },
    tenant,
  )
})

test('failures are listed and counted together, and each knowledge base sees its own', async () => {
  const [tenant, other] = [await seedTenant(store.worker.db), await seedTenant(store.worker.db)]
  const failure = (of: Tenant, requestId: string) => ({
    tenant: of,
    requestId,
    code: 'timeout' as const,
    source: 'widget',
    widgetId: WIDGET,
    keyId: READER,
    model: null,
    language: 'en',
    at: new Date(),
  })
  const failures = [failure(tenant, 'a'), failure(tenant, 'b'), failure(other, 'c')]
  await writeFailures(store.api.db, failures)
  expect((await counts(tenant)).totals).toMatchObject({ questions: 0, failed: 2 })
  expect((await counts(other)).totals).toMatchObject({ questions: 0, failed: 1 })
})

test('the most cited documents and the most frequent questions come first', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { id } = await indexPage(store, page('https://a.test/keys'), ['keys'], tenant)
  const cited = turn(tenant, 2).citations.map((citation) => ({ ...citation, document_id: id }))
  for (const index of [2, 9, 16, 3]) await save(tenant, index, { citations: [...cited, ...cited] })
  await asWorker(
    store,
    async (tx) => {
      const documents = await listCitedDocuments(tx, toPeriod({}), 5)
      expect(documents).toMatchObject([{ document_id: id, url: 'https://a.test/keys', cited: 4 }])
      const top = await listTopQuestions(tx, toPeriod({}), 5)
      expect(top).toMatchObject({ compared: 4, questions: [{ question: 'Question 2', asked: 3 }] })
    },
    tenant,
  )
})
