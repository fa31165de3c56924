import type { Contact } from '@footnote/contract/contact'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmtpSink } from '../../../test/support/sign-in/smtp-sink.ts'
import type { SmtpSink } from '../../../test/support/sign-in/smtp-sink.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { readRows } from '../../../test/support/store/services.ts'
import { storeMessage } from '../../../test/support/store/stored-messages.ts'
import { addWebhook, readDeliveries } from '../../../test/support/webhooks/delivering.ts'
import { forgetContacts } from '../conversations/contacts.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { createLog } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { createMail } from '../platform/mail.ts'
import { newId } from '../platform/new-id.ts'
import { eventBody } from '../webhooks/event-body.ts'
import { deleteMessage } from '../conversations/delete-conversations.ts'
import { handOverContacts } from './hand-over-contacts.ts'

let store: Store
let sink: SmtpSink
let mail: Mail
let tenant: Tenant

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store?.close())
beforeEach(async () => {
  sink = await startSmtpSink()
  mail = createMail(sink.url, 'footnote@example.com')
  tenant = await seedTenant(store.worker.db)
})
afterEach(async () => {
  mail.close()
  await sink.close()
})

const BY_MAIL: Contact = { by: 'email', email: 'help@example.com' }
const ADA = { name: 'Ada Lovelace', email: 'ada@example.net', message: 'Can it fly?' }

const receive = (contact: Contact | null, of = tenant) =>
  asWorker(
    store,
    (tx) =>
      sql`update knowledge_bases set contact = ${contact && JSON.stringify(contact)}::jsonb
          where id = ${of.knowledgeBaseId}`.execute(tx),
    of,
  )

/** As a request that the route has let pass, whatever the route would refuse. */
async function write(texts: object = {}, messageId: string | null = null): Promise<string> {
  const id = newId()
  const { name, email, message } = { ...ADA, ...texts }
  const taken = await asReader(
    store,
    (tx) =>
      sql<{ taken: boolean }>`
        select store_contact(${id}, ${messageId}, ${name}, ${email}, ${message},
                             'https://docs.example.com/planes', 60) as taken`.execute(tx),
    tenant,
  )
  expect(taken.rows).toEqual([{ taken: true }])
  return id
}

const handOver = (by: Mail | null = mail) =>
  handOverContacts({
    db: store.worker.db,
    mail: by,
    publicUrl: 'https://footnote.example.com',
    log: createLog('silent'),
    stopSignal: new AbortController().signal,
  })

const stored = (of = tenant) =>
  asWorker(
    store,
    async (tx) =>
      (
        await sql<{ name: string | null; attempts: number; is_due: boolean }>`
          select name, attempts, due_at is not null as is_due from contact_requests order by id`.execute(
          tx,
        )
      ).rows,
    of,
  )

const skipWaiting = () =>
  asWorker(
    store,
    (tx) => sql`update contact_requests set due_at = now() where due_at is not null`.execute(tx),
    tenant,
  )

const heads = () => sink.messages.map(({ text }) => text.slice(0, text.indexOf('\r\n\r\n')))
const messageIds = () => heads().map((head) => /^Message-ID: (.*)$/im.exec(head)?.[1])

test('a mail has the message, the conversation with its sources, and where to answer', async () => {
  await receive(BY_MAIL)
  const messageId = await storeMessage(store.ownerUrl, tenant, {
    question: 'Do planes fly?',
    answer: 'They do not [1].',
  })
  await asWorker(
    store,
    (tx) =>
      sql`update messages set citations = ${JSON.stringify([
        { index: 1, title: 'Planes', url: 'https://docs.example.com/planes', document_id: newId() },
      ])}::jsonb`.execute(tx),
    tenant,
  )
  const later = await storeMessage(store.ownerUrl, tenant, { question: 'Another thread?' })
  await write({}, messageId)
  await handOver()
  const [{ to, text } = { to: [], text: '' }] = sink.messages
  expect(to).toEqual(['help@example.com'])
  expect(heads()[0]).toMatch(/^Reply-To: Ada Lovelace <ada@example\.net>$/m)
  expect(heads()[0]).toMatch(/^Subject: A question about /m)
  for (const part of [
    'Can it fly?',
    'https://docs.example.com/planes',
    'Question: Do planes fly?',
    'They do not [1].',
    '[1] Planes: https://docs.example.com/planes',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('Another thread?')
  expect(later).not.toBe(messageId)
  // Nothing of it is kept but the id.
  expect(await stored()).toEqual([{ name: null, attempts: 0, is_due: false }])
})

test('whatever a reader writes, the head stays as it is and the text is plain', async () => {
  await receive(BY_MAIL)
  await write({
    name: 'Ada\r\nBcc: everybody@example.com\r\n\r\n<b>Hello</b>',
    email: 'ada@example.net>\r\nCc: all@example.com',
    message:
      '<img src=x onerror=alert(1)>\r\n.\r\nMAIL FROM:<eve@example.com>\r\nBcc: x@example.com',
  })
  await handOver()
  expect(sink.messages.map(({ to }) => to)).toEqual([['help@example.com']])
  const [head = ''] = heads()
  const names = head
    .split('\r\n')
    .flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])
  expect(names.sort()).toEqual(
    [
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ].sort(),
  )
  expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
})

test('two workers at once send one mail, and what was sent is not sent again', async () => {
  await receive(BY_MAIL)
  await write()
  await Promise.all([handOver(), handOver(), handOver()])
  await skipWaiting()
  await handOver()
  expect(sink.messages).toHaveLength(1)
})

test('a mail server that is down is tried again, later and later', async () => {
  await receive(BY_MAIL)
  await write()
  const closed = createMail('smtp://127.0.0.1:1', 'footnote@example.com', 1000)
  await handOver(closed)
  await handOver(closed)
  expect(await stored()).toEqual([{ name: ADA.name, attempts: 1, is_due: true }])
  await skipWaiting()
  await handOver(null)
  closed.close()
  expect(await stored()).toMatchObject([{ attempts: 2, is_due: true }])
  await skipWaiting()
  await handOver()
  expect(sink.messages).toHaveLength(1)
})

test('a worker that dies once the mail is out sends the same mail, which servers know as a copy', async () => {
  await receive(BY_MAIL)
  await write()
  const dying: Mail = {
    async send(message) {
      await mail.send(message)
      // As the server sees it when the process is gone: the connection ends before the commit.
      await readRows(
        store,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state = 'idle in transaction' and datname = current_database()`,
      )
    },
    close: () => {},
  }
  await handOver(dying).catch(() => undefined)
  expect(await stored()).toMatchObject([{ name: ADA.name, is_due: true }])
  await handOver()
  expect(sink.messages).toHaveLength(2)
  expect(new Set(messageIds()).size).toBe(1)
  expect(await stored()).toMatchObject([{ name: null, is_due: false }])
})

test('nothing is sent once the operator no longer wants it, nor to a former address', async () => {
  await receive(BY_MAIL)
  await write()
  await receive({ by: 'email', email: 'other@example.com' })
  await handOver()
  expect(sink.messages.map(({ to }) => to)).toEqual([['other@example.com']])
  await write()
  await receive(null)
  await handOver()
  expect(sink.messages).toHaveLength(1)
  expect((await stored()).every(({ name }) => name === null)).toBe(true)
})

test('a webhook gets an event whose words are read as it is sent, and gone with the answer', async () => {
  const hook = await addWebhook(store, tenant, 'https://hooks.example.com', ['contact.requested'])
  await receive({ by: 'webhook' })
  const messageId = await storeMessage(store.ownerUrl, tenant, { question: 'Do planes fly?' })
  const id = await write({}, messageId)
  await handOver()
  await handOver()
  const target = { ...tenant, webhookId: hook.id }
  expect(await readDeliveries(store, target)).toMatchObject([{ type: 'contact.requested' }])
  const body = () =>
    asWorker(
      store,
      async (tx) =>
        JSON.parse(
          await eventBody(tx, {
            type: 'contact.requested',
            data: { contact_id: id },
            created_at: new Date(),
          }),
        ),
      tenant,
    )
  expect((await body()).data).toMatchObject({
    ...ADA,
    contact_id: id,
    conversation: [{ question: 'Do planes fly?', citations: [] }],
  })
  // What waits to be delivered stays, however often it is looked at.
  await forgetContacts(store.worker.db)
  expect((await body()).data).toMatchObject(ADA)
  await asWorker(store, (tx) => deleteMessage(tx, messageId), tenant)
  expect((await body()).data).toEqual({
    contact_id: id,
    name: null,
    email: null,
    message: null,
    page_url: null,
    conversation: [],
  })
})

test('what every webhook has is forgotten, its id after a day', async () => {
  const hook = await addWebhook(store, tenant, 'https://hooks.example.com', ['contact.requested'])
  await receive({ by: 'webhook' })
  await write()
  await handOver()
  const set = (assignment: string) =>
    asWorker(
      store,
      (tx) =>
        sql`update webhook_deliveries set ${sql.raw(assignment)} where webhook_id = ${hook.id}`.execute(
          tx,
        ),
      tenant,
    )
  await set(`state = 'failed', next_attempt_at = null`)
  await forgetContacts(store.worker.db)
  expect(await stored()).toMatchObject([{ name: ADA.name }])
  await set(`state = 'delivered'`)
  await forgetContacts(store.worker.db)
  expect(await stored()).toMatchObject([{ name: null }])
  await asWorker(
    store,
    (tx) => sql`update contact_requests set created_at = now() - interval '25 hours'`.execute(tx),
    tenant,
  )
  await forgetContacts(store.worker.db)
  expect(await stored()).toEqual([])
})
