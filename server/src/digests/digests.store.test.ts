import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { saveTurn } from '../conversations/save-turn.ts'
import { addMember } from '../access/operators/members.ts'
import { sendDueDigests } from '../jobs/send-digests.ts'
import { createLog } from '../platform/log.ts'
import type { Message } from '../platform/mail.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { readDigest } from './read-digest.ts'
import { listSubscriptions, subscribe } from './subscriptions.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'
import { writeDigest } from './write-digest.ts'
import { traceOf } from '../../../test/support/store/stored-messages.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

const PEPPER = 'a pepper for the tests, 32 characters'
const QUESTION = 'Where is the <b>sextant</b>?'

const ask = ({ knowledgeBaseId, ...tenant }: Tenant, covered = true) =>
  asReader(
    store,
    (tx) =>
      saveTurn(
        tx,
        {
          knowledgeBaseId,
          threadId: newId(),
          isFollowUp: false,
          messageId: newId(),
          asker: 'ada@example.com',
          widgetId: null,
          source: 'api',
          pageUrl: null,
          question: QUESTION,
          answer: 'In the drawer.',
          citations: [],
          covered,
          sourceDocumentIds: [],
          reader: null,
          keyId: null,
          language: 'en',
          words: [1, 2],
          trace: traceOf(QUESTION),
        },
        newId(),
      ),
    { knowledgeBaseId, ...tenant },
  )

/** The period of this week, in which the answers of a test are counted. */
function thisWeek() {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-3), to: day(3) }
}

async function join(tenant: Tenant): Promise<string> {
  const personId = newId()
  const email = `${personId}@example.com`
  await sql`
    insert into accounts.people (id, name, email) values (${personId}, 'Ada', ${email})`.execute(
    store.worker.db,
  )
  await asWorker(store, (tx) => addMember(tx, tenant.workspaceId, personId, 'viewer'), tenant)
  return personId
}

async function joinAndSubscribe(tenant: Tenant): Promise<string> {
  const personId = await join(tenant)
  const { workspaceId } = tenant
  await asWorker(store, (tx) => subscribe(tx, { workspaceId, personId }), tenant)
  return personId
}

const makeDue = (tenant: Tenant) =>
  asWorker(
    store,
    (tx) => sql`update digest_subscriptions set due_at = now() - interval '1 minute'`.execute(tx),
    tenant,
  )

function workerWith(send: (message: Message) => Promise<void>) {
  return {
    db: store.worker.db,
    mail: { send, close: () => undefined },
    publicUrl: 'https://ask.example.com',
    pepper: PEPPER,
    log: createLog('silent'),
    stopSignal: new AbortController().signal,
  }
}

const findDue = async (personId: string, { workspaceId }: Tenant) =>
  (await listSubscriptions(store.worker.db, personId)).get(workspaceId)

test('a digest is due on Monday at six, after the week in which it was asked for', async () => {
  const tenant = await seedTenant(store.worker.db)
  const due = await findDue(await joinAndSubscribe(tenant), tenant)
  expect(due?.getTime()).toBeGreaterThan(Date.now())
  expect(due?.getTime()).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000)
  expect([due?.getUTCDay(), due?.getUTCHours(), due?.getUTCMinutes()]).toEqual([1, 6, 0])
})

test('of several workers one sends a digest, and then it is due in another week', async () => {
  const tenant = await seedTenant(store.worker.db)
  const people = [await joinAndSubscribe(tenant), await joinAndSubscribe(tenant)]
  await join(tenant)
  await makeDue(tenant)
  const sent: Message[] = []
  const workers = Array.from({ length: 4 }, () =>
    workerWith(async (message) => {
      sent.push(message)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }),
  )
  await Promise.all(workers.map(sendDueDigests))
  await Promise.all(workers.map(sendDueDigests))
  expect(sent.map(({ to }) => to).toSorted()).toEqual(
    people.map((id) => `${id}@example.com`).toSorted(),
  )
  for (const id of people)
    expect((await findDue(id, tenant))?.getTime()).toBeGreaterThan(Date.now())
})

test('a worker that dies before the mail server has a digest leaves it to another', async () => {
  const tenant = await seedTenant(store.worker.db)
  const personId = await joinAndSubscribe(tenant)
  await makeDue(tenant)
  // It loses its connection, as PostgreSQL sees the end of a process.
  const met: unknown[] = []
  const dying = workerWith(async () => {
    const ended = await readRows(
      store,
      `select pg_terminate_backend(pid) as ended from pg_locks
       where relation = 'digest_subscriptions'::regclass and mode = 'RowShareLock'`,
    )
    met.push(...ended)
    throw new Error('gone')
  })
  await sendDueDigests(dying).catch((error: unknown) => met.push(error))
  expect(met).toEqual([{ ended: true }, expect.any(Error)])
  const sent: Message[] = []
  await sendDueDigests(workerWith(async (message) => void sent.push(message)))
  expect(sent.map(({ to }) => to)).toEqual([`${personId}@example.com`])
  expect(sent[0]?.messageId).toMatch(
    new RegExp(`^<digest\\.[\\d-]{10}\\.${tenant.workspaceId}\\.${personId}@ask\\.example\\.com>$`),
  )
})

test('what the mail server refuses is tried again later, and given up after six times', async () => {
  const tenant = await seedTenant(store.worker.db)
  const personId = await joinAndSubscribe(tenant)
  let attempts = 0
  const refused = workerWith(async () => {
    attempts += 1
    throw new Error('refused')
  })
  const waits: number[] = []
  for (let round = 0; round < 7; round += 1) {
    await makeDue(tenant)
    await sendDueDigests(refused)
    const due = await findDue(personId, tenant)
    waits.push(Math.round(((due?.getTime() ?? 0) - Date.now()) / 60_000))
  }
  expect(attempts).toBe(7)
  expect(waits.slice(0, 6)).toEqual([10, 20, 40, 80, 160, 320])
  expect((await findDue(personId, tenant))?.getUTCMinutes()).toBe(0)
})

test('whoever left the workspace gets nothing', async () => {
  const tenant = await seedTenant(store.worker.db)
  const personId = await joinAndSubscribe(tenant)
  await asWorker(store, (tx) => sql`delete from members`.execute(tx), tenant)
  await makeDue(tenant)
  const sent: Message[] = []
  await sendDueDigests(workerWith(async (message) => void sent.push(message)))
  expect(sent).toEqual([])
  expect(await findDue(personId, tenant)).toBeUndefined()
})

test('a digest has figures, questions escaped and no asker; one click ends it', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant)
  await ask(tenant, false)
  const content = await readDigest(store.worker.db, tenant.workspaceId, thisWeek())
  const { text, html } = writeDigest(content, { publicUrl: null, unsubscribe: null })
  expect(text).toContain('Questions: 2 (previous week: 0)')
  expect(text).toContain('Covered by your pages: 1 of 2')
  expect(text).toContain(`- ${QUESTION} (asked 2 times)`)
  expect(html).toContain('&lt;b&gt;sextant')
  expect(html).not.toMatch(/<img|<script|<link|src=/)
  expect(text + html).not.toContain('ada@example.com')
})

test('under Zero data retention there are counts and no words of readers', async () => {
  const tenant = await seedTenant(store.worker.db)
  await ask(tenant)
  await ask(tenant)
  await asWorker(
    store,
    (tx) => changeWorkspace(tx, tenant.workspaceId, { retention: 'zero' }),
    tenant,
  )
  const content = await readDigest(store.worker.db, tenant.workspaceId, thisWeek())
  const { text, html } = writeDigest(content, { publicUrl: null, unsubscribe: null })
  expect(text).toContain('Questions: 2')
  expect(text).toContain('zero data retention')
  expect(text + html).not.toContain('sextant')
})

test('the link to unsubscribe is the service’s own, also after its pepper was replaced', async () => {
  const tenant = await seedTenant(store.worker.db)
  const personId = await joinAndSubscribe(tenant)
  await makeDue(tenant)
  const sent: Message[] = []
  await sendDueDigests(workerWith(async (message) => void sent.push(message)))
  const header = sent[0]?.headers?.['List-Unsubscribe'] ?? ''
  const token = header.slice('<https://ask.example.com/unsubscribe/'.length, -1)
  expect(sent[0]?.text).toContain(header.slice(1, -1))
  expect(sent[0]?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const subscriber = { workspaceId: tenant.workspaceId, personId }
  expect(readUnsubscribeToken({ current: PEPPER, previous: null }, token)).toEqual(subscriber)
  const rotated = { current: 'another pepper, of 32 characters', previous: PEPPER }
  expect(readUnsubscribeToken(rotated, token)).toEqual(subscriber)
  const forged = token.replace(personId, newId())
  expect(readUnsubscribeToken({ current: PEPPER, previous: null }, forged)).toBeNull()
})
