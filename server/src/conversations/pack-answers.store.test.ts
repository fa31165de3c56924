import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getAdminUrl, runSql } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'
import { questionsFromMessages } from '../evaluations/sets/questions-from-messages.ts'
import { newId } from '../platform/new-id.ts'
import { deleteMessage } from './delete-conversations.ts'
import { toCitations } from './document-citations.ts'
import { findMessage, listMessages, listThreadMessages } from './messages.ts'
import { packAnswers } from './pack-answers.ts'
import { reviewMessage } from './review-message.ts'
import type { NewTurn } from './save-turn.ts'
import { saveTurn } from './save-turn.ts'
import { readableTurns } from './threads.ts'

const MIGRATION = '0086_packed_answers'

let store: Store
let documentIds: string[]

/** After an upgrade from the version before, as long ago as this. */
beforeEach(async () => {
  await store?.close()
  store = await openStore()
  await upgradedDaysAgo(6.9)
  documentIds = []
  for (const name of ['keys', 'roles']) {
    documentIds.push((await indexPage(store, page(`https://docs.example.com/${name}`), [name])).id)
  }
})
afterAll(() => store?.close())

const upgradedDaysAgo = (days: number) =>
  runSql(
    getAdminUrl(store),
    `update schema_floor set migration = '0014_notifications';
     update migrations set timestamp = (now() - interval '${days} days')::text
     where name = '${MIGRATION}'`,
  )

const readFloor = async () =>
  (await sql<{ migration: string }>`select migration from schema_floor`.execute(store.worker.db))
    .rows[0]?.migration

/** A follow-up whose search was rewritten, which cites the second of its pages. */
function makeTurn(threadId: string, change: Partial<NewTurn> = {}): NewTurn {
  const [first = '', cited = ''] = documentIds
  const question = change.question ?? 'And how?'
  const chunkId = newId()
  return {
    knowledgeBaseId: store.tenant.knowledgeBaseId,
    threadId,
    isFollowUp: false,
    messageId: newId(),
    reader: null,
    asker: null,
    widgetId: null,
    source: 'api',
    pageUrl: null,
    question,
    answer: 'By **hand** [1].',
    citations: [
      {
        index: 1,
        title: 'Roles',
        url: 'https://docs.example.com/roles#by-hand',
        document_id: cited,
        chunk_id: chunkId,
        heading_path: ['By hand'],
        excerpt: 'Do it by hand.',
      },
    ],
    covered: true,
    sourceDocumentIds: [first, cited],
    keyId: null,
    language: 'en',
    words: [1, 2],
    trace: traceOf('How do I give roles?', {
      candidates: [
        {
          chunk_id: chunkId,
          document_id: cited,
          relevance: 0.75,
          vector_score: 0.1234,
          text_score: 1,
          rrf_score: 0.0323,
          rerank_score: 0,
          outcome: 'used',
        },
      ],
    }),
    ...change,
  }
}

const save = (turn: NewTurn, isPacked: boolean) =>
  asReader(store, (tx) => saveTurn(tx, turn, newId(), { isPacked }))

/** All that is shown of an answer. */
async function readAll({ messageId, threadId }: NewTurn) {
  const { tenant } = store
  const [, cited = ''] = documentIds
  const turns = await asReader(store, (tx) => readableTurns(tx, threadId, null, 10))
  return asWorker(store, async (tx) => ({
    turns: turns.map(({ sourceDocumentIds, ...turn }) => [turn, sourceDocumentIds.toSorted()]),
    message: await findMessage(tx, messageId),
    listed: await listMessages(tx, tenant, { limit: 10, before: null, filters: {} }),
    thread: await listThreadMessages(tx, threadId),
    asked: await questionsFromMessages(tx, [messageId]),
    citations: await toCitations(tx, tenant, cited),
  }))
}

const countPacked = async () => {
  const { rows } = await asWorker(store, (tx) =>
    sql<{ packed: number; plain: number }>`
      select count(*) filter (where packed is not null and trace is null and answer = ''
                                and citations = '[]')::int as packed,
             count(*) filter (where packed is null and trace is not null and answer <> ''
                                and citations <> '[]')::int as plain
      from messages`.execute(tx),
  )
  return rows[0]
}

test('for a week after an upgrade nothing is packed, and then everything', async () => {
  const turn = makeTurn(newId())
  await save(turn, false)
  expect(await packAnswers(store.worker.db)).toBe(false)
  expect(await countPacked()).toEqual({ packed: 0, plain: 1 })
  expect(await readFloor()).toBe('0014_notifications')

  await upgradedDaysAgo(7.1)
  const before = await readAll(turn)
  expect(before.message).toMatchObject({ answer: turn.answer, trace: turn.trace })
  expect(await packAnswers(store.worker.db)).toBe(true)
  expect(await countPacked()).toEqual({ packed: 1, plain: 0 })
  expect(await readFloor()).toBe(MIGRATION)
  expect(await readAll(turn)).toEqual(before)
})

test('whichever way it is stored, an answer is shown and found the same', async () => {
  const plain = makeTurn(newId())
  const packed = { ...plain, threadId: newId(), messageId: newId() }
  await save(plain, false)
  const before = await readAll(plain)
  await asWorker(store, (tx) => deleteMessage(tx, plain.messageId))
  await save(packed, true)
  const renamed = JSON.stringify(await readAll(packed))
    .replaceAll(packed.messageId, plain.messageId)
    .replaceAll(packed.threadId, plain.threadId)
  const anyTime = (text: string): unknown =>
    JSON.parse(text.replaceAll(/,"created_at":"[^"]+"/g, ''))
  // Counts of citations stay when an answer is deleted.
  const expected = { ...before, citations: { ...before.citations, cited: 2 } }
  expect(anyTime(renamed)).toEqual(anyTime(JSON.stringify(expected)))
  // What is found by its cited page is found after a review too, which makes its filters anew.
  await asWorker(store, (tx) => reviewMessage(tx, packed.messageId, { tags: ['keys'] }))
  expect((await readAll(packed)).citations.message_ids).toEqual([packed.messageId])
})

test.for([true, false])(
  'without the turn before it a follow-up forgets its words, packed: %s',
  async (isPacked) => {
    const first = makeTurn(newId())
    const followUp = makeTurn(first.threadId, { isFollowUp: true, question: 'And how?' })
    const { trace } = followUp
    const search = { ...trace.search, rewritten_by: 'rule' as const }
    const prompt = { ...trace.prompt, earlier_message_ids: [first.messageId] }
    const untouched = makeTurn(first.threadId, { isFollowUp: true })
    await save(first, isPacked)
    await save({ ...followUp, trace: { ...trace, search, prompt } }, isPacked)
    await save(untouched, isPacked)
    await asWorker(store, (tx) => deleteMessage(tx, first.messageId))
    const { message, asked } = await readAll(followUp)
    expect(message?.trace).toEqual({
      ...trace,
      search: { ...search, text: 'And how?', rewritten_by: 'none' },
    })
    expect(asked).toMatchObject([{ question: 'And how?' }])
    expect((await readAll(untouched)).message?.trace).toEqual(untouched.trace)
    expect(await countPacked()).toEqual(
      isPacked ? { packed: 2, plain: 0 } : { packed: 0, plain: 2 },
    )
  },
)

test('more answers than one transaction packs are all packed', async () => {
  for (let count = 0; count < 101; count += 1) await save(makeTurn(newId()), false)
  await upgradedDaysAgo(7.1)
  expect(await packAnswers(store.worker.db)).toBe(true)
  expect(await countPacked()).toEqual({ packed: 101, plain: 0 })
})
