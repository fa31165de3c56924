import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { jsonLines } from '../support/check-response.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test: plainTest } = acceptance()

const test = plainTest.extend('docs', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nRotate a key under Settings.' },
  ])
  return knowledge
})

const COVERED = 'How do I rotate a key?'
const UNCOVERED = '=SUM(A1) What is the capital of France?'

async function ask({ client }: Knowledge, description: string, user?: { id: string }) {
  const { thread_id, message_id } = await client.formDeflect({ description, user })
  if (thread_id === undefined || message_id === undefined) throw new Error('It was not stored')
  return { threadId: thread_id, messageId: message_id }
}

test('stored questions are filtered, reviewed and read with their conversation', async ({
  service,
  docs,
}) => {
  const { messages, threads, keys } = service.admin
  const { knowledgeBaseId } = docs
  const covered = await ask(docs, COVERED, { id: 'ada' })
  const uncovered = await ask(docs, UNCOVERED)
  const idsOf = async (query: Parameters<typeof messages.list>[1]) =>
    (await messages.list(knowledgeBaseId, query)).messages.map(({ id }) => id)
  const [key] = (await keys.list(knowledgeBaseId)).keys

  expect(await idsOf({ q: 'rotating keys' })).toEqual([covered.messageId])
  expect(await idsOf({ q: 'the' })).toEqual([])
  expect(await idsOf({ asker: 'ada' })).toEqual([covered.messageId])
  expect(await idsOf({ covered: 'false', source: 'form_deflect' })).toEqual([uncovered.messageId])
  expect(await idsOf({ key_id: key?.id, language: 'en' })).toContain(covered.messageId)
  expect(await idsOf({ model: 'extract', before: covered.messageId })).toEqual([])
  expect(await idsOf({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])

  const body = { reviewed: true, tags: ['geography'], note: 'Not about our product.' }
  const reviewed = await messages.review(knowledgeBaseId, uncovered.messageId, body)
  expect(reviewed).toMatchObject({ tags: ['geography'], note: 'Not about our product.' })
  expect(reviewed.reviewed_at).not.toBeNull()
  expect(await idsOf({ reviewed: 'true', tag: 'geography' })).toEqual([uncovered.messageId])
  await messages.review(knowledgeBaseId, uncovered.messageId, { reviewed: false })
  expect(await idsOf({ reviewed: 'true' })).toEqual([])
  expect(await idsOf({ tag: 'geography' })).toEqual([uncovered.messageId])

  const thread = await threads.get(knowledgeBaseId, covered.threadId)
  expect(thread).toMatchObject({ asker: 'ada', messages: [{ question: COVERED }] })
})

test('all of them are exported as CSV and as lines of JSON, without formulas', async ({
  service,
  docs,
}) => {
  await ask(docs, COVERED, { id: 'ada' })
  await ask(docs, UNCOVERED)
  const get = (path: string) =>
    send(service, adminPath(docs.knowledgeBaseId, path), { method: 'GET', headers: asOperator })
  const csv = await get('messages.csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const rows = parse<Record<string, string>>(csv.text, { columns: true })
  expect(rows.map(({ question, covered }) => [question, covered])).toEqual([
    [`'${UNCOVERED}`, 'false'],
    [COVERED, 'true'],
  ])
  const lines = await get('messages.ndjson?covered=true')
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, { covered: 'true' })
  expect(jsonLines(lines.text)).toEqual(messages)
})
