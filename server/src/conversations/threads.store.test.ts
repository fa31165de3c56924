import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdTransaction } from '../../../test/support/store/hold-transaction.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../test/support/store/store.ts'
import { untilWaiting } from '../../../test/support/store/until-waiting.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { newId } from '../platform/new-id.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { deleteMessage, deleteThread } from './delete-conversations.ts'
import { eraseThreads } from './erase-threads.ts'
import { expireThreads } from './expire-threads.ts'
import type { NewTurn } from './save-turn.ts'
import { saveTurn } from './save-turn.ts'
import { findMessage } from './messages.ts'
import { readableTurns, threadExists } from './threads.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const url = (name: string) => `https://docs.example.com/${name}`

const makeTurn = (threadId: string, question: string, isFollowUp = false): NewTurn => ({
  knowledgeBaseId: store.tenant.knowledgeBaseId,
  threadId,
  isFollowUp,
  messageId: newId(),
  asker: 'reader-1',
  widgetId: null,
  source: 'api',
  pageUrl: null,
  question,
  answer: `About ${question}`,
  citations: [],
  covered: true,
  reader: null,
  keyId: null,
  language: 'en',
  words: [],
  sourceDocumentIds: [],
  trace: traceOf(question),
})

/** Starts the thread, or continues it. */
async function save(threadId: string, question: string, sourceDocumentIds: string[]) {
  const isFollowUp = await asReader(store, (tx) => threadExists(tx, threadId, null))
  const turn = { ...makeTurn(threadId, question, isFollowUp), sourceDocumentIds }
  expect(await asReader(store, (tx) => saveTurn(tx, turn, newId()))).toBe(true)
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

test('a turn comes with the sections that it cited', async () => {
  const threadId = newId()
  const { id: documentId } = await indexPage(store, page(url('keys')), ['keys'])
  const citation = {
    index: 1,
    title: 'Keys',
    url: url('keys'),
    document_id: documentId,
    chunk_id: newId(),
    heading_path: ['Rotation', 'By hand'],
    excerpt: 'Rotate it.',
  }
  const sourceDocumentIds = [documentId]
  const turn = { ...makeTurn(threadId, 'one'), citations: [citation], sourceDocumentIds }
  await asReader(store, (tx) => saveTurn(tx, turn, newId()))
  const [found] = await asReader(store, (tx) => readableTurns(tx, threadId, null, 1))
  expect(found?.shown).toEqual([citation])
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
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, hidden.id, {
      visibility: 'restricted',
    }),
  )
  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, deleted.id),
  )
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

test('an expired conversation is hidden from readers at once, and deleted later', async () => {
  const { workspaceId } = store.tenant
  const [old, recent] = [newId(), newId()]
  await save(old, 'old', [])
  await save(recent, 'recent', [])
  await asWorker(store, (tx) =>
    sql`update threads set last_message_at = now() - interval '31 days' where id = ${old}`.execute(
      tx,
    ),
  )
  const exists = (id: string) => asReader(store, (tx) => threadExists(tx, id, null))
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

const storedTurns = async (threadId: string) => {
  const { rows } = await asWorker(store, (tx) =>
    sql<{ threads: number; messages: number }>`
      select (select count(*)::int from threads where id = ${threadId}) as threads,
             (select count(*)::int from messages where thread_id = ${threadId}) as messages`.execute(
      tx,
    ),
  )
  return rows[0]
}

test('a follow-up of a deleted thread is not stored, and does not bring it back', async () => {
  const threadId = newId()
  await save(threadId, 'first', [])
  await asWorker(store, (tx) => deleteThread(tx, threadId))
  const followUp = makeTurn(threadId, 'second', true)
  expect(await asReader(store, (tx) => saveTurn(tx, followUp, newId()))).toBe(false)
  expect(await storedTurns(threadId)).toEqual({ threads: 0, messages: 0 })
})

test('a follow-up waits for a deletion of its thread that has not committed', async () => {
  const threadId = newId()
  await save(threadId, 'first', [])
  const deletion = await holdTransaction(asWorker, store, (tx) => deleteThread(tx, threadId))
  const saved = asReader(store, (tx) => saveTurn(tx, makeTurn(threadId, 'second', true), newId()))
  await untilWaiting(store, 'footnote_api')
  deletion.release()
  await deletion.committed
  expect(await saved).toBe(false)
  expect(await storedTurns(threadId)).toEqual({ threads: 0, messages: 0 })
})

test('without the turn before it a follow-up keeps no search made of its words', async () => {
  const threadId = newId()
  const first = makeTurn(threadId, 'first')
  const followUp = makeTurn(threadId, 'second', true)
  const searches = ['first second', 'first third']
  const { trace } = followUp
  const text = searches.join(' ')
  const search = { ...trace.search, text, searches, typed: 'frist', rewritten_by: 'model' as const }
  const prompt = { ...trace.prompt, earlier_message_ids: [first.messageId] }
  const traced = { ...followUp, trace: { ...trace, search, prompt, missing_words: ['first'] } }
  for (const turn of [first, traced]) await asReader(store, (tx) => saveTurn(tx, turn, newId()))
  await asWorker(store, (tx) => deleteMessage(tx, first.messageId))
  const found = await asWorker(store, (tx) => findMessage(tx, followUp.messageId))
  expect(found?.trace).toMatchObject({
    search: { text: 'second', rewritten_by: 'none' },
    prompt: { earlier_message_ids: [] },
  })
  for (const field of ['search.searches', 'search.typed', 'missing_words'])
    expect(found?.trace).not.toHaveProperty(field)
})

test('a deletion waits for a follow-up that is being stored, and takes it along', async () => {
  const threadId = newId()
  await save(threadId, 'first', [])
  const saving = await holdTransaction(asReader, store, (tx) =>
    saveTurn(tx, makeTurn(threadId, 'second', true), newId()),
  )
  const deletion = asWorker(store, (tx) => deleteThread(tx, threadId))
  await untilWaiting(store, 'footnote_worker')
  saving.release()
  await Promise.all([saving.committed, deletion])
  expect(await storedTurns(threadId)).toEqual({ threads: 0, messages: 0 })
})

test('deleting the only message keeps a thread whose follow-up commits meanwhile', async () => {
  const threadId = newId()
  const first = makeTurn(threadId, 'first')
  await asReader(store, (tx) => saveTurn(tx, first, newId()))
  const saving = await holdTransaction(asReader, store, (tx) =>
    saveTurn(tx, makeTurn(threadId, 'second', true), newId()),
  )
  const deletion = asWorker(store, (tx) => deleteMessage(tx, first.messageId))
  await untilWaiting(store, 'footnote_worker')
  saving.release()
  await saving.committed
  expect(await deletion).toBe(true)
  expect(await questions(threadId)).toEqual(['second'])
  expect(await storedTurns(threadId)).toEqual({ threads: 1, messages: 1 })
})

test('Zero data retention erases every conversation, and the standard keeps them', async () => {
  const { workspaceId } = store.tenant
  await save(newId(), 'kept until then', [])
  // More than go in one transaction.
  await asWorker(store, (tx) =>
    sql`insert into threads (knowledge_base_id, id)
        select current_knowledge_base(), gen_random_uuid() from generate_series(1, 1001)`.execute(
      tx,
    ),
  )
  const count = async () => {
    const { rows } = await asWorker(store, (tx) =>
      sql<{ threads: number; messages: number }>`
        select (select count(*)::int from threads) as threads,
               (select count(*)::int from messages) as messages`.execute(tx),
    )
    return rows[0]
  }
  expect(await eraseThreads(store.worker.db)).toBe(0)
  expect((await count())?.threads).toBeGreaterThan(1001)
  await asWorker(store, (tx) => changeWorkspace(tx, workspaceId, { retention: 'zero' }))
  expect(await eraseThreads(store.worker.db)).toBeGreaterThan(1001)
  expect(await count()).toEqual({ threads: 0, messages: 0 })
  await asWorker(store, (tx) => changeWorkspace(tx, workspaceId, { retention: 'standard' }))
})
