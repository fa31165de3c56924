import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { jsonLines } from '../support/check-response.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test: plainTest } = sharing()

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
  const getIds = async (query: Parameters<typeof messages.list>[1]) =>
    (await messages.list(knowledgeBaseId, query)).messages.map(({ id }) => id)
  const [key] = (await keys.list(knowledgeBaseId)).keys

  expect(await getIds({ q: 'rotating keys' })).toEqual([covered.messageId])
  expect(await getIds({ q: 'the' })).toEqual([])
  expect(await getIds({ asker: 'ada' })).toEqual([covered.messageId])
  expect(await getIds({ covered: 'false', source: 'form_deflect' })).toEqual([uncovered.messageId])
  expect(await getIds({ key_id: key?.id, language: 'en' })).toContain(covered.messageId)
  expect(await getIds({ model: 'extract', before: covered.messageId })).toEqual([])
  expect(await getIds({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])

  const body = { reviewed: true, tags: ['geography'], note: 'Not about our product.' }
  const reviewed = await messages.review(knowledgeBaseId, uncovered.messageId, body)
  expect(reviewed).toMatchObject({ tags: ['geography'], note: 'Not about our product.' })
  expect(reviewed.reviewed_at).not.toBeNull()
  expect(await getIds({ reviewed: 'true', tag: 'geography' })).toEqual([uncovered.messageId])
  await messages.review(knowledgeBaseId, uncovered.messageId, { reviewed: false })
  expect(await getIds({ reviewed: 'true' })).toEqual([])
  expect(await getIds({ tag: 'geography' })).toEqual([uncovered.messageId])

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

test('questions are counted by day and group, beside the days before, and as CSV', async ({
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const { analytics, keys } = service.admin
  const first = await ask(docs, COVERED)
  await ask(docs, 'How do I rotate a key?!')
  await ask(docs, UNCOVERED)
  await docs.client.rate({ message_id: first.messageId, rating: 'up' })
  await docs.client.formOutcome(first.messageId, 'deflected')
  const counted = await analytics.get(knowledgeBaseId, { group_by: 'key' })
  expect(counted.totals).toMatchObject({ questions: 3, covered: 2, not_covered: 1, rated_up: 1 })
  expect(counted.totals).toMatchObject({ forms_shown: 3, forms_deflected: 1, forms_submitted: 0 })
  expect(counted.totals.total_ms?.p95).toBeGreaterThan(0)
  expect(counted.series).toEqual([{ at: counted.to, ...counted.totals }])
  expect(counted.previous.totals.questions).toBe(0)
  const [key] = (await keys.list(knowledgeBaseId)).keys
  expect(counted.groups?.map(({ value }) => value)).toEqual([key?.id])

  const csv = await send(service, adminPath(knowledgeBaseId, 'analytics.csv?group_by=source'), {
    headers: asOperator,
  })
  const rows = parse<Record<string, string>>(csv.text, { columns: true })
  expect(rows).toMatchObject([{ at: counted.to, group: 'form_deflect', questions: '3' }])

  const { documents } = await analytics.documents(knowledgeBaseId)
  expect(documents).toMatchObject([{ url: 'https://docs.example.com/keys', cited: 2 }])
  const { questions } = await analytics.questions(knowledgeBaseId)
  expect(questions).toMatchObject([{ question: 'How do I rotate a key?!', asked: 2 }])

  await service.admin.messages.remove(knowledgeBaseId, first.messageId)
  expect((await analytics.get(knowledgeBaseId)).totals).toEqual(counted.totals)
  const backwards = { from: '2026-02-02', to: '2026-02-01' }
  await expect(analytics.get(knowledgeBaseId, backwards)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('questions that are not covered become gaps, which say when they are covered', async ({
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const { gaps, messages } = service.admin
  await ask(docs, UNCOVERED, { id: 'ada' })
  await ask(docs, UNCOVERED, { id: 'bob' })
  const open = async () => (await gaps.list(knowledgeBaseId)).gaps
  await expect
    .poll(open)
    .toMatchObject([{ title: UNCOVERED, questions: 2, askers: 2, not_covered: 2, state: 'open' }])
  const [gap] = await open()
  const id = gap?.id ?? ''
  expect(gap?.trend).toEqual([0, 0, 0, 0, 0, 0, 0, 2])
  expect(await gaps.change(knowledgeBaseId, id, { title: 'France' })).toMatchObject({
    title: 'France',
  })
  expect(gap?.covered_now).toBe(false)
  await putPages(service, knowledgeBaseId, [
    {
      url: 'https://docs.example.com/france',
      title: 'The capital of France',
      content: '# The capital of France\n\nThe capital of France is Paris.',
    },
  ])
  await expect.poll(async () => (await gaps.get(knowledgeBaseId, id)).covered_now).toBe(true)
  const { nearest_pages, messages: asked } = await gaps.get(knowledgeBaseId, id)
  expect(nearest_pages[0]).toMatchObject({ url: 'https://docs.example.com/france' })
  await gaps.change(knowledgeBaseId, id, { state: 'resolved' })
  expect(await open()).toEqual([])
  for (const { message_id } of asked) await messages.remove(knowledgeBaseId, message_id)
  await expect(gaps.get(knowledgeBaseId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
