import { expect } from 'vitest'
import { newId } from '../support/new-id.ts'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import { storeMessage } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import { publicPath, send } from './support/wire.ts'

const SOON = { timeout: 60_000, interval: 100 }

const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('sink', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sink = await startSmtpSink()
    onCleanup(() => sink.close())
    return sink
  })
  .extend('service', { scope: 'file' }, async ({ database, embeddings, sink }, { onCleanup }) => {
    const env = { ...steeredBy(embeddings), SMTP_URL: sink.url }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })
  .extend('docs', async ({ service }) => {
    const docs = await createKnowledge(service)
    await receive(service, docs, { by: 'email', email: 'help@example.com' })
    return docs
  })
const verifies = makeVerifies(test)

const receive = (
  service: Service,
  { knowledgeBaseId }: Pick<Knowledge, 'knowledgeBaseId'>,
  contact: { by: 'email'; email: string } | { by: 'webhook' } | null,
) => service.admin.knowledgeBases.change(knowledgeBaseId, { contact })

const ADA = { name: 'Ada', email: 'ada@example.net', message: 'Can it fly?', agreed: true } as const

const contact = (service: Service, docs: Knowledge, json: object) =>
  send(service, publicPath(docs.knowledgeBaseId, 'contact'), {
    json,
    headers: { 'x-client-key': docs.clientKey },
  })

verifies(
  ['contact.accepted', 'contact.once', 'contact.forgotten'],
  async ({ service, docs, sink, database }) => {
    const message_id = await storeMessage(database.ownerUrl, docs, { question: 'Do planes fly?' })
    const id = newId()
    const body = { ...ADA, id, message_id, page_url: 'https://docs.example.com/a?token=1#b' }
    expect(await docs.client.widgetConfig()).toMatchObject({ contact_available: true })
    const replies = await Promise.all(Array.from({ length: 5 }, () => contact(service, docs, body)))
    for (const reply of replies) expect(reply).toMatchObject({ status: 202, body: { id } })
    const mails = () => sink.messages.filter(({ text }) => text.includes(id))
    await expect.poll(() => mails().length, SOON).toBe(1)
    expect(mails()[0]?.text).toContain('Question: Do planes fly?')
    expect(mails()[0]?.text).toContain('on https://docs.example.com/a.')
    expect(mails()[0]?.text).not.toContain('token')
    const stored = () =>
      readRows(
        database,
        `select name, email, message, page_url from contact_requests where id = '${id}'`,
      )
    await expect
      .poll(stored, SOON)
      .toEqual([{ name: null, email: null, message: null, page_url: null }])
    expect(await contact(service, docs, body)).toMatchObject({ status: 202 })
    await docs.client.contact({ ...ADA, id: newId(), message: 'The next one' })
    await expect
      .poll(() => sink.messages.some(({ text }) => text.includes('The next one')), SOON)
      .toBe(true)
    expect(mails()).toHaveLength(1)
  },
)

verifies('contact.body', async ({ service, docs }) => {
  for (const change of [
    { id: 'x' },
    { id: undefined },
    { name: '' },
    { name: ' ' },
    { name: 'Ada\r\nBcc: x@example.com' },
    { name: 'Ada\tLovelace' },
    { name: 'x'.repeat(201) },
    { email: 'ada' },
    { email: 'ada@example.net\r\nBcc: x@example.com' },
    { email: 'ada@example.net, x@example.com' },
    { email: `${'a'.repeat(320)}@example.net` },
    { message: ' ' },
    { message: 'x'.repeat(5001) },
    { message_id: 'x' },
    { page_url: 'javascript:alert(1)' },
    { agreed: false },
    { agreed: undefined },
    { to: 'x@example.com' },
  ]) {
    const reply = await contact(service, docs, { id: newId(), ...ADA, ...change })
    expect(reply, JSON.stringify(change)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    })
  }
})

verifies('contact.unavailable', async ({ service, docs }) => {
  const { workspaceId, client } = docs
  const gone = { status: 404, body: { code: 'NOT_FOUND' } }
  const ask = () => contact(service, docs, { id: newId(), ...ADA })
  await receive(service, docs, null)
  expect(await ask()).toMatchObject(gone)
  expect(await client.widgetConfig()).toMatchObject({ contact_available: false })
  // No webhook receives it.
  await receive(service, docs, { by: 'webhook' })
  expect(await ask()).toMatchObject(gone)
  await receive(service, docs, { by: 'email', email: 'help@example.com' })
  expect(await ask()).toMatchObject({ status: 202 })
  await service.admin.workspaces.change(workspaceId, { retention: 'zero' })
  await expect.poll(async () => (await ask()).status, SOON).toBe(404)
  expect(await client.widgetConfig()).toMatchObject({ contact_available: false })
})

verifies('contact.message-id', async ({ service, docs, database }) => {
  const other = await createKnowledge(service)
  const message_id = await storeMessage(database.ownerUrl, other)
  expect(await contact(service, docs, { id: newId(), ...ADA, message_id })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  })
  const unknown = { id: newId(), ...ADA, message_id: newId() }
  expect(await contact(service, docs, unknown)).toMatchObject({ status: 404 })
  expect(await contact(service, other, { id: newId(), ...ADA })).toMatchObject({ status: 404 })
})

verifies('contact.limits', async ({ docs, database, sink }) => {
  await using service = await startService({
    databaseUrl: database.ownerUrl,
    command: 'api',
    env: { SMTP_URL: sink.url, RATE_LIMIT_PER_KEY: '1200', RATE_LIMIT_PER_ADDRESS: '600' },
  })
  const first = await contact(service, docs, { id: newId(), ...ADA })
  const second = await contact(service, docs, { id: newId(), ...ADA })
  const left = ({ headers }: typeof first) => Number(headers.get('ratelimit-remaining'))
  expect(left(first) - left(second)).toBeGreaterThanOrEqual(20)
  await readRows(
    database,
    `insert into contact_requests (knowledge_base_id, id, due_at)
     select '${docs.knowledgeBaseId}', gen_random_uuid(), null from generate_series(1, 60)`,
  )
  const third = await contact(service, docs, { id: newId(), ...ADA })
  expect(third).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('mail needs a mail server, and an erased reader has nothing waiting', async ({
  service,
  docs,
  database,
}) => {
  await using bare = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  const refused = receive(bare, docs, { by: 'email', email: 'help@example.com' })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const id = newId()
  await readRows(
    database,
    `insert into contact_requests (knowledge_base_id, id, name, email, message, due_at)
     values ('${docs.knowledgeBaseId}', '${id}', 'Eve', 'Eve@example.net', 'Hello', null)`,
  )
  await service.admin.askers.erase(docs.knowledgeBaseId, { asker: 'eve@example.net' })
  const left = `select from contact_requests where id = '${id}'`
  expect(await readRows(database, left)).toEqual([])
})
