import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store.ts'
import { asReader, asWorker, indexPage, openStore, page } from '../../../test/support/store.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { newId } from '../platform/new-id.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { expireThreads } from './expire-threads.ts'
import type { NewTurn } from './save-turn.ts'
import { saveTurn } from './save-turn.ts'
import { readableTurns, threadExists } from './threads.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const url = (name: string) => `https://docs.example.com/${name}`

async function save(threadId: string, question: string, sourceDocumentIds: string[]) {
  const messageId = newId()
  const turn: NewTurn = {
    knowledgeBaseId: store.tenant.knowledgeBaseId,
    threadId,
    messageId,
    asker: 'reader-1',
    widgetId: null,
    source: 'api',
    pageUrl: null,
    question,
    answer: `About ${question}`,
    citations: [],
    covered: true,
    sourceDocumentIds,
    trace: {},
  }
  await asReader(store, (tx) => saveTurn(tx, turn, newId()))
  return messageId
}

const questions = async (threadId: string, groupIds: string[] | null = null, most = 10) => {
  const turns = await asReader(store, (tx) => readableTurns(tx, threadId, groupIds, most))
  return turns.map(({ question }) => question)
}

test('the latest turns come oldest first', async () => {
  const threadId = newId()
  for (const question of ['one', 'two', 'three']) await save(threadId, question, [])
  expect(await questions(threadId)).toEqual(['one', 'two', 'three'])
  expect(await questions(threadId, null, 2)).toEqual(['two', 'three'])
})

test('a turn leaves when one of its sources is restricted or deleted', async () => {
  const threadId = newId()
  const kept = await indexPage(store, page(url('kept')), ['kept'])
  const hidden = await indexPage(store, page(url('hidden')), ['hidden'])
  const deleted = await indexPage(store, page(url('deleted')), ['deleted'])
  await save(threadId, 'kept', [kept.id])
  await save(threadId, 'hidden', [kept.id, hidden.id])
  await save(threadId, 'deleted', [deleted.id])
  expect(await questions(threadId)).toEqual(['kept', 'hidden', 'deleted'])
  await asWorker(store, (tx) =>
    changeDocument(tx, store.queue, store.tenant, hidden.id, { visibility: 'restricted' }),
  )
  await asWorker(store, (tx) => deleteDocument(tx, store.queue, store.tenant, deleted.id))
  expect(await questions(threadId)).toEqual(['kept'])
})

test('a turn that rests on another group is not shown to a question limited to its own', async () => {
  const threadId = newId()
  const [north, south] = [newId(), newId()]
  await asWorker(store, (tx) =>
    sql`insert into source_groups (knowledge_base_id, id, name)
        values (current_knowledge_base(), ${north}, 'n'), (current_knowledge_base(), ${south}, 's')`.execute(
      tx,
    ),
  )
  const inNorth = await indexPage(store, page(url('north'), { group_id: north }), ['north'])
  const inNone = await indexPage(store, page(url('none')), ['none'])
  await save(threadId, 'north', [inNorth.id])
  await save(threadId, 'none', [inNone.id])
  expect(await questions(threadId, [north])).toEqual(['north'])
  expect(await questions(threadId, [south])).toEqual([])
  expect(await questions(threadId)).toEqual(['north', 'none'])
})

test('a conversation ends with its retention, for readers at once and then for good', async () => {
  const { workspaceId } = store.tenant
  const [old, recent] = [newId(), newId()]
  await save(old, 'old', [])
  await save(recent, 'recent', [])
  await asWorker(store, (tx) =>
    sql`update threads set last_message_at = now() - interval '31 days' where id = ${old}`.execute(
      tx,
    ),
  )
  const exists = (id: string) => asReader(store, (tx) => threadExists(tx, id))
  expect(await exists(old)).toBe(true)
  await asWorker(store, (tx) => changeWorkspace(tx, workspaceId, { thread_retention_days: 30 }))
  expect([await exists(old), await exists(recent)]).toEqual([false, true])
  expect(await expireThreads(store.worker.db)).toBe(1)
  await asWorker(store, (tx) => changeWorkspace(tx, workspaceId, { thread_retention_days: null }))
  expect([await exists(old), await exists(recent)]).toEqual([false, true])
})

test('a follow-up keeps the asker of its thread', async () => {
  const threadId = newId()
  await save(threadId, 'first', [])
  await save(threadId, 'second', [])
  const { rows } = await asReader(store, (tx) =>
    sql`select asker from threads where id = ${threadId}`.execute(tx),
  )
  expect(rows).toEqual([{ asker: 'reader-1' }])
})
