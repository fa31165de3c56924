import { FormDeflectResponse } from '@footnote/contract/public/form-deflect'
import { expect } from 'vitest'
import { cuts, hangs, runsOutOfCredit, says, truncated } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, readText } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { asTenant } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createWidget, PAGE } from './support/widget.ts'
import { publicPath, send } from './support/wire.ts'

// On a busy machine the service starts slowly.
const test = answering({ ANSWER_IDLE_TIMEOUT_SECONDS: '5' }).test.extend(
  'docs',
  { scope: 'file' },
  async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
      { url: `${PAGE}/limits`, content: '# Limits\n\nA key makes 1200 requests a minute.' },
    ])
    return knowledge
  },
)
const verifies = makeVerifies(test)

const TEXT = 'Reset a key under Settings [1].'
const form = { subject: 'Lost key', description: 'How do I reset a key? I lost mine.' }

const deflect = (
  service: Service,
  { knowledgeBaseId, clientKey }: Knowledge,
  json: object,
  headers: Record<string, string> = {},
) =>
  send(service, publicPath(knowledgeBaseId, 'form-deflect'), {
    json,
    headers: { 'x-client-key': clientKey, ...headers },
  })

const tell = (service: Service, { clientKey }: Knowledge, messageId: string, json: object) =>
  send(service, `/api/v1/public/form-deflect/${messageId}/outcome`, {
    json,
    headers: { 'x-client-key': clientKey },
  })

const getAnswer = ({ body }: { body: unknown }) => FormDeflectResponse.parse(body)

verifies(
  ['form-deflect.response', 'form-deflect.yields-message-id'],
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    const reply = await deflect(service, docs, form)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect(reply.body).toEqual({
      answered: true,
      answer: TEXT,
      citations: [expect.objectContaining({ index: 1, url: `${PAGE}/keys#keys` })],
      message_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      thread_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      powered_by: 'Powered by Footnote',
      powered_by_url: 'https://footnote.dev',
    })
  },
)

verifies('form-deflect.request', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const { knowledgeBaseId } = docs
  const group = await service.admin.groups.create(knowledgeBaseId, { name: 'forms' })
  const widget_id = await createWidget(service, knowledgeBaseId)
  const { description } = form
  const good = [
    { description },
    { ...form, page_url: 'https://example.com/contact' },
    { description, user: { id: 'reader-9' } },
    { description, group_ids: [group.id] },
    { description, widget_id },
    { description: 'x'.repeat(10_000) },
  ]
  for (const body of good) {
    const reply = await deflect(service, docs, body, { origin: PAGE })
    expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).toBe(200)
  }
  const wrong = [
    {},
    { subject: 'Lost key' },
    { description: ' \n' },
    { description: 'x'.repeat(10_001) },
    { description, subject: 'x'.repeat(501) },
    { description, page_url: 'javascript:alert(1)' },
    { description, query: 'Why?' },
    { description, thread_id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b' },
    { description, widget_id: 'no id' },
  ]
  for (const body of wrong) {
    const reply = await deflect(service, docs, body, { origin: PAGE })
    expect(reply, JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [expect.anything()] },
    })
  }
})

test('subject and description form one question, and the stored answer has the page and the asker', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says(TEXT))
  const page_url = 'https://example.com/contact'
  const before = model.requests.length
  const reply = await deflect(service, docs, { ...form, page_url, user: { id: 'reader-9' } })
  const question = `${form.subject}\n\n${form.description}`
  expect(model.requests[before]?.messages.at(-1)?.content).toContain(question)
  const { message_id = '' } = getAnswer(reply)
  expect(await service.admin.messages.get(docs.knowledgeBaseId, message_id)).toMatchObject({
    source: 'form_deflect',
    question,
    answer: TEXT,
    asker: 'reader-9',
    page_url,
    form_outcome: null,
  })
})

verifies(
  'form-deflect.answered',
  'A form that the documents do not cover has `answered` false, the sentence that says so, and no source',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    const before = model.requests.length
    const subject = 'Zebra'
    const description = 'xylophone quasar marmalade'
    const reply = await deflect(service, docs, { subject, description })
    expect(reply.status).toBe(200)
    const overStream = await ask(service, docs, { query: `${subject}\n\n${description}` })
    expect(reply.body).toMatchObject({
      answered: false,
      answer: readText(overStream),
      citations: [],
      message_id: expect.any(String),
    })
    expect(model.requests.length).toBe(before)
    // A model that finds nothing to say declines as well.
    model.answer(() => says('NOT_COVERED'))
    expect(getAnswer(await deflect(service, docs, form)).answered).toBe(false)
    // In place of a text that no passage supports there are sections.
    model.answer(() => says('It can be done.'))
    expect(getAnswer(await deflect(service, docs, form))).toMatchObject({
      answered: true,
      answer: expect.stringMatching(/^### /),
    })
  },
)

test('an answer that fails has a status of its own, the message for the reader, and is not stored', async ({
  service,
  model,
  docs,
}) => {
  const failures = [
    { scripts: [runsOutOfCredit('Reset ')], status: 402, code: 'QUOTA_EXCEEDED', retryable: false },
    { scripts: [cuts('Reset ')], status: 503, code: 'UNAVAILABLE', retryable: true },
    { scripts: [hangs('Reset ')], status: 504, code: 'TIMEOUT', retryable: true },
    { scripts: [truncated(TEXT)], status: 502, code: 'TRUNCATED', retryable: true },
  ]
  const count = async () =>
    (await service.admin.messages.list(docs.knowledgeBaseId)).messages.length
  const before = await count()
  for (const { scripts, status, code, retryable } of failures) {
    model.script(...scripts)
    const reply = await deflect(service, docs, form)
    expect(reply, code).toMatchObject({ status, body: { code, retryable } })
    expect(Object.keys(reply.body as object).sort()).toEqual([
      'code',
      'error',
      'request_id',
      'retryable',
    ])
    expect((reply.body as { request_id: string }).request_id).toBe(
      reply.headers.get('x-request-id'),
    )
  }
  expect(await count()).toBe(before)
})

test('a client disconnect stops a model that hangs', async ({ model, docs }) => {
  model.script(hangs('Reset '))
  const before = model.requests.length
  const leave = new AbortController()
  const left = docs.client.formDeflect(form, { signal: leave.signal }).catch(() => 'left')
  await expect.poll(() => model.requests.length).toBe(before + 1)
  leave.abort()
  expect(await left).toBe('left')
  await expect.poll(() => model.requests[before]?.closedByClientAtMs).toBeDefined()
})

verifies(
  ['feedback.message-id.from-form-deflect', 'source.names-the-channel'],
  'An answer to a form can be rated, and the rating says that it came through form-deflect',
  async ({ model, docs }) => {
    model.answer(() => says(TEXT))
    const { message_id = '' } = await docs.client.formDeflect(form)
    const rating = await docs.client.rate({ message_id, rating: 'down', comment: 'Not it.' })
    expect(rating).toMatchObject({ vote: 'down', source: 'form_deflect' })
  },
)

verifies(
  ['form-deflect.outcome-deflected', 'form-deflect.outcome-submitted'],
  'An outcome is stored, and told again the last one stays',
  async ({ service, model, docs, database }) => {
    model.answer(() => says(TEXT))
    const { message_id = '' } = getAnswer(await deflect(service, docs, form))
    const stored = () =>
      asTenant(database.ownerUrl, docs, async (client) => {
        const { rows } = await client.query<{ outcome: string }>(
          'select outcome from form_outcomes where message_id = $1',
          [message_id],
        )
        return rows.map(({ outcome }) => outcome)
      })
    for (const outcome of ['deflected', 'submitted', 'submitted', 'deflected'] as const) {
      const reply = await tell(service, docs, message_id, { outcome })
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' })
      expect(await stored()).toEqual([outcome])
    }
    await docs.client.formOutcome(message_id, 'submitted')
    expect((await service.admin.messages.get(docs.knowledgeBaseId, message_id)).form_outcome).toBe(
      'submitted',
    )
  },
)

verifies('form-deflect.outcome-other-refused', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const { message_id = '' } = getAnswer(await deflect(service, docs, form))
  for (const json of [
    {},
    { outcome: 'solved' },
    { outcome: null },
    { outcome: 'deflected', a: 1 },
  ]) {
    expect(await tell(service, docs, message_id, json)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  }
  const other = await createKnowledge(service)
  const asked = await ask(service, docs, { query: 'How do I reset a key?' })
  const last = asked.frames.at(-1) as { message_id: string }
  const outcome = { outcome: 'deflected' }
  const refused = [
    await tell(service, other, message_id, outcome),
    await tell(service, docs, '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', outcome),
    await tell(service, docs, last.message_id, outcome),
    await tell(service, docs, 'no-id', outcome),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 404, 404, 400])
})

verifies('allowed-groups.bind-form-deflect', async ({ service, model, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const open = await service.admin.groups.create(knowledgeBaseId, { name: 'open' })
  const inner = await service.admin.groups.create(knowledgeBaseId, { name: 'inner' })
  await putPages(service, knowledgeBaseId, [
    { url: `${PAGE}/a`, content: '# Open\n\nThe open harbour has a crane.', group_id: open.id },
    { url: `${PAGE}/b`, content: '# Inner\n\nThe inner harbour has a vault.', group_id: inner.id },
  ])
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [open.id])
  model.answer(({ messages }) => says(messages.at(-1)?.content.slice(0, 4_000) ?? ''))
  const bound = { ...knowledge, clientKey }
  const reply = await deflect(service, bound, { description: 'What does the harbour have?' })
  expect(getAnswer(reply).answer).toContain('crane')
  expect(reply.text).not.toContain('vault')
  const denied = await deflect(service, bound, { description: 'vault?', group_ids: [inner.id] })
  expect(denied).toMatchObject({ status: 403, body: { code: 'GROUP_NOT_ALLOWED' } })
})

test('under Zero data retention nothing is stored, and no outcome can be reported', async ({
  service,
  model,
  docs,
  knowledge,
}) => {
  model.answer(() => says(TEXT))
  const earlier = await docs.client.formDeflect(form)
  await service.admin.workspaces.change(knowledge.workspaceId, { retention: 'zero' })
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
  ])
  await expect
    .poll(async () => (await knowledge.client.formDeflect(form)).message_id)
    .toBeUndefined()
  const answer = await knowledge.client.formDeflect(form)
  expect(answer).toMatchObject({ answered: true, answer: TEXT })
  expect(answer).not.toHaveProperty('thread_id')
  const told = await tell(service, knowledge, earlier.message_id ?? '', { outcome: 'deflected' })
  expect(told.status).toBe(404)
})
