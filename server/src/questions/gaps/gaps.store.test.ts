import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../../test/support/store/store.ts'
import { addWebhook, readDeliveries } from '../../../../test/support/webhooks/delivering.ts'
import { deleteMessage } from '../../conversations/delete-conversations.ts'
import { saveTurn } from '../../conversations/save-turn.ts'
import { createEmbedders } from '../../models/embedding/embedders.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { eventBody } from '../../webhooks/event-body.ts'
import { changeGap, findGap, listGapQuestions, listGaps, mergeGap } from './gaps.ts'
import { groupWaiting } from './group-questions.ts'
import { questionsToDraft } from './questions-to-draft.ts'
import { traceOf } from '../../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

/** A question is about what its last word says: each on an axis of its own. */
const AXES = ['keys', 'billing', 'webhooks']
const makeVector = (text: string): Float32Array => {
  const axis = AXES.findIndex((word) => text.endsWith(word))
  const vector = Float32Array.from([0, 0, 0], (_, index) => (index === axis ? 1 : 0.1))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const embedders = (model: string) =>
  createEmbedders([
    {
      model,
      dimensions: 3,
      similarityBaseline: async () => 0,
      embedPassages: async (texts) => texts.map(makeVector),
      embedQuery: async (text) => makeVector(text),
      close: async () => undefined,
    },
  ])

const group = (tenant: Tenant, model = 'test') =>
  groupWaiting(
    { db: store.worker.db, embedders: embedders(model) },
    tenant,
    new AbortController().signal,
  )

async function ask(tenant: Tenant, question: string, covered = false): Promise<string> {
  const messageId = newId()
  const turn = {
    knowledgeBaseId: tenant.knowledgeBaseId,
    threadId: newId(),
    isFollowUp: false,
    messageId,
    asker: null,
    widgetId: null,
    source: 'api' as const,
    pageUrl: null,
    question,
    answer: 'So.',
    citations: [],
    covered,
    sourceDocumentIds: [],
    reader: null,
    keyId: null,
    language: 'en',
    words: [],
    trace: traceOf(question),
  }
  await asReader(store, (tx) => saveTurn(tx, turn, newId()), tenant)
  return messageId
}

const rate = (tenant: Tenant, messageId: string, vote: 'up' | 'down') =>
  asReader(
    store,
    (tx) =>
      sql`
      insert into ratings (knowledge_base_id, id, message_id, vote, source)
      values (${tenant.knowledgeBaseId}, ${newId()}, ${messageId}, ${vote}, 'api')
      on conflict (knowledge_base_id, message_id) do update set vote = excluded.vote`.execute(tx),
    tenant,
  )

const open = (tenant: Tenant, min_questions = 1) =>
  asWorker(store, (tx) => listGaps(tx, { state: 'open', min_questions, limit: 50 }), tenant)

test('questions about the same are one gap, and only those not answered well', async () => {
  const tenant = await seedTenant(store.worker.db)
  for (const text of ['rotate keys', 'revoke keys', 'list keys', 'change billing']) {
    await ask(tenant, text)
  }
  await ask(tenant, 'covered webhooks', true)
  const disliked = await ask(tenant, 'bad webhooks', true)
  await rate(tenant, disliked, 'down')
  await group(tenant)
  const gaps = await open(tenant)
  expect(gaps.map(({ questions }) => questions)).toEqual([3, 1, 1])
  expect(gaps[0]).toMatchObject({ not_covered: 3, rated_down: 0, covered_now: false })
  expect(gaps.find(({ rated_down }) => rated_down > 0)?.title).toBe('bad webhooks')
  expect(await open(tenant, 2)).toHaveLength(1)
  // A vote that is taken back takes a covered question out.
  await rate(tenant, disliked, 'up')
  expect((await open(tenant)).map(({ title }) => title)).not.toContain('bad webhooks')
})

test('two workers at once make one gap of the same question', async () => {
  const tenant = await seedTenant(store.worker.db)
  for (let index = 0; index < 20; index += 1) await ask(tenant, `question ${index} about keys`)
  await Promise.all([group(tenant), group(tenant), group(tenant)])
  expect(await open(tenant)).toMatchObject([{ questions: 20 }])
})

test('a resolved gap opens when it is asked again, an ignored one stays', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant, 'rotate keys')
  await ask(tenant, 'change billing')
  await group(tenant)
  for (const { id, title } of await open(tenant)) {
    const state = title === 'rotate keys' ? 'resolved' : 'ignored'
    await asWorker(store, (tx) => changeGap(tx, id, { state }), tenant)
  }
  expect(await open(tenant)).toEqual([])
  await ask(tenant, 'revoke keys')
  await ask(tenant, 'see billing')
  await group(tenant)
  expect(await open(tenant)).toMatchObject([{ questions: 2, title: 'rotate keys' }])
})

test('a merged gap has the questions of both, and a title of its own stays', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant, 'rotate keys')
  await ask(tenant, 'change billing')
  await group(tenant)
  const [into, from] = await open(tenant)
  if (!into || !from) throw new Error('There are no two gaps')
  const merged = await asWorker(
    store,
    async (tx) => {
      await changeGap(tx, into.id, { title: 'Keys and billing' })
      await mergeGap(tx, tenant, from.id, into.id)
      return findGap(tx, into.id)
    },
    tenant,
  )
  expect(merged).toMatchObject({ title: 'Keys and billing', questions: 2 })
  expect(await open(tenant)).toHaveLength(1)
})

test('a draft has what the questions of a gap ask once, at most eight things', async () => {
  const tenant = await seedTenant(store.worker.db)
  for (const text of ['rotate keys', 'revoke keys', 'see billing']) await ask(tenant, text)
  await group(tenant)
  const [into, from] = await open(tenant)
  if (!into || !from) throw new Error('There are no two gaps')
  await asWorker(store, (tx) => mergeGap(tx, tenant, from.id, into.id), tenant)
  const asked = (baseline: number) =>
    asWorker(store, (tx) => questionsToDraft(tx, into.id, baseline), tenant)
  expect(await asked(0)).toEqual(['rotate keys', 'see billing'])
  for (let index = 0; index < 20; index += 1) await ask(tenant, `question ${index} about keys`)
  await group(tenant)
  // Above this baseline no two texts are the same.
  expect(await asked(1.1)).toHaveLength(8)
})

test('a deleted answer leaves its gap, and the last one takes the gap with it', async () => {
  const tenant = await seedTenant(store.worker.db)
  const [first, last] = [await ask(tenant, 'rotate keys'), await ask(tenant, 'revoke keys')]
  await group(tenant)
  await asWorker(store, (tx) => deleteMessage(tx, first), tenant)
  expect(await open(tenant)).toMatchObject([{ questions: 1, title: 'revoke keys' }])
  await asWorker(store, (tx) => deleteMessage(tx, last), tenant)
  const left = await asWorker(store, (tx) => sql`select from gaps`.execute(tx), tenant)
  expect(left.rows).toEqual([])
})

test('another embedding model keeps the gaps, and new questions still join them', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant, 'rotate keys')
  await group(tenant)
  const [before] = await open(tenant)
  await asWorker(store, (tx) => sql`update embedding_spaces set model = 'next'`.execute(tx), tenant)
  await ask(tenant, 'revoke keys')
  await group(tenant, 'next')
  const gaps = await open(tenant)
  expect(gaps).toMatchObject([{ id: before?.id, questions: 2 }])
  const questions = await asWorker(store, (tx) => listGapQuestions(tx, gaps[0]?.id ?? ''), tenant)
  expect(questions.map(({ question }) => question)).toEqual(['revoke keys', 'rotate keys'])
})

test('webhooks are told of each new gap, once', async () => {
  const tenant = await seedTenant(store.worker.db)
  const { id } = await addWebhook(store, tenant, 'https://hooks.example.com/', ['gap.created'])
  for (const question of ['What about keys', 'More about keys', 'And billing']) {
    await ask(tenant, question)
  }
  await group(tenant)
  await ask(tenant, 'Once more keys')
  await group(tenant)
  const told = await readDeliveries(store, { ...tenant, webhookId: id })
  expect(told.map(({ type }) => type)).toEqual(['gap.created', 'gap.created'])
  const { rows } = await asWorker(
    store,
    (tx) => sql<{ data: { gap_id: string } }>`select data from webhook_deliveries`.execute(tx),
    tenant,
  )
  const gaps = await asWorker(
    store,
    (tx) => listGaps(tx, { state: 'open', min_questions: 1, limit: 10 }),
    tenant,
  )
  // Their titles are readers' words, which are read when they are sent.
  expect(rows.map(({ data }) => data).sort(byGap)).toEqual(
    gaps.map((gap) => ({ knowledge_base_id: tenant.knowledgeBaseId, gap_id: gap.id })).sort(byGap),
  )
  for (const { data } of rows) {
    const event = { type: 'gap.created' as const, data, created_at: new Date() }
    const body = JSON.parse(await asWorker(store, (tx) => eventBody(tx, event), tenant))
    expect(body.data.title).toBe(gaps.find((gap) => gap.id === data.gap_id)?.title)
  }
})

const byGap = (one: { gap_id: string }, other: { gap_id: string }) =>
  one.gap_id.localeCompare(other.gap_id)
