import type { SetQuestionBody } from '@footnote/contract/admin/evaluations/question-sets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { storeMessage } from '../../../../test/support/store/stored-messages.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../../test/support/store/store.ts'
import { deleteMessage } from '../../conversations/delete-conversations.ts'
import { addQuestions, createSet, readSet, replaceQuestions } from './question-sets.ts'
import { newId } from '../../platform/new-id.ts'
import { questionsFromMessages } from './questions-from-messages.ts'
import { questionsFromPages } from './questions-from-pages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const given = (question: string, change: Partial<SetQuestionBody> = {}): SetQuestionBody => ({
  question,
  expect: 'answer',
  expected_pages: [],
  must_say: [],
  from_message_id: null,
  ...change,
})

const newSet = (name: string) => asWorker(store, (tx) => createSet(tx, store.tenant, name))
const texts = async (id: string) =>
  (await asWorker(store, (tx) => readSet(tx, id))).items.map(({ question }) => question)

test('a set keeps its questions in order, and has none twice', async () => {
  const id = await newSet('Order')
  const first = given('Why?', { expected_pages: ['https://a.test/why'], must_say: ['because'] })
  const add = (questions: SetQuestionBody[]) =>
    asWorker(store, (tx) => addQuestions(tx, store.tenant, id, questions))
  await add([first, given('Who?', { expect: 'refuse' })])
  await add([given('Who?'), given('When?'), given('When?')])
  const { items, questions } = await asWorker(store, (tx) => readSet(tx, id))
  expect(questions).toBe(3)
  expect(items).toEqual([first, given('Who?', { expect: 'refuse' }), given('When?')])
  const replace = (list: SetQuestionBody[]) =>
    asWorker(store, (tx) => replaceQuestions(tx, store.tenant, id, list))
  await expect(replace([given('Who?'), given('Who?')])).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await replace([given('When?'), given('Why?')])
  expect(await texts(id)).toEqual(['When?', 'Why?'])
  await expect(newSet('Order')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("a reader's question expects what its answer cited, and is erased with it", async () => {
  const messageId = await storeMessage(store.ownerUrl, store.tenant, { question: 'Rotate keys?' })
  const citations = [{ url: 'https://a.test/keys#rotate' }, { url: 'https://a.test/keys#again' }]
  await asWorker(store, (tx) =>
    sql`
      update messages set citations = ${JSON.stringify(citations)}::jsonb, trace = trace - 'search'
      where id = ${messageId}`.execute(tx),
  )
  const read = () => asWorker(store, (tx) => questionsFromMessages(tx, [messageId]))
  const expected = given('Rotate keys?', {
    expected_pages: ['https://a.test/keys'],
    from_message_id: messageId,
  })
  expect(await read()).toEqual([expected])
  await asWorker(store, (tx) =>
    sql`
      insert into ratings (knowledge_base_id, id, message_id, vote, source)
      values (${store.tenant.knowledgeBaseId}, ${newId()}, ${messageId}, 'down', 'api')`.execute(
      tx,
    ),
  )
  expect(await read()).toEqual([{ ...expected, expected_pages: [] }])
  await asWorker(store, (tx) =>
    sql`update messages set covered = false where id = ${messageId}`.execute(tx),
  )
  await asWorker(store, (tx) => sql`delete from ratings`.execute(tx))
  expect(await read()).toMatchObject([{ expect: 'refuse' }])

  const id = await newSet('From readers')
  const add = async () =>
    asWorker(store, async (tx) => addQuestions(tx, store.tenant, id, [expected, given('Own?')]))
  await add()
  await asWorker(store, (tx) => deleteMessage(tx, messageId))
  expect(await texts(id)).toEqual(['Own?'])
  await expect(add()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('more questions are generated than starters would differ enough', async () => {
  const tenant = await seedTenant(store.worker.db)
  const names = Array.from({ length: 30 }, (_, index) => `Configure export ${index + 1}`)
  for (const name of names) {
    const input = page(`https://a.test/${name.replaceAll(' ', '-')}`, { title: name })
    await indexPage(store, input, [name], tenant)
  }
  await indexPage(store, page('https://a.test/x', { visibility: 'unlisted' }), ['x'], tenant)
  const generate = (most: number) => asWorker(store, (tx) => questionsFromPages(tx, most), tenant)
  const all = await generate(100)
  expect(all.length).toBe(30)
  expect(new Set(all.flatMap(({ expected_pages: pages }) => pages)).size).toBe(30)
  expect(await generate(7)).toHaveLength(7)
})
