import { FeedbackSource } from '@footnote/contract/public/feedback'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { storeMessage } from '../../../test/support/store/stored-messages.ts'
import type { Caller } from '../access/caller.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import { rateMessage } from './ratings.ts'

let store: Store
let other: Tenant

beforeAll(async () => {
  store = await openStore()
  other = await seedTenant(store.worker.db, 'Other')
})

afterAll(() => store?.close())

const asCaller = (tenant: Tenant): Caller => ({
  ...tenant,
  keyId: newId(),
  kind: 'public',
  knowledgeBaseName: 'Test',
  space: { id: newId(), model: 'test', dimensions: 3 },
  languages: [],
  plan: 'free',
  retention: 'standard',
  allowedGroupIds: [],
  signedGroups: [],
  reader: null,
  allowedOrigins: null,
  allowedAddresses: [],
  mcpEnabled: true,
  defaultFilter: {},
  rules: [],
  captcha: { required: false, hostnames: [] },
})

test('a rating carries the source that the caller names', async () => {
  const messageId = await storeMessage(store.ownerUrl, store.tenant)
  for (const source of FeedbackSource.options) {
    const rating = { messageId, vote: 'up', comment: undefined, source } as const
    const stored = await rateMessage(store.api.db, asCaller(store.tenant), rating)
    expect(stored.source).toBe(source)
  }
})

test('whether a message exists elsewhere is all that a reader learns of it', async () => {
  const messageId = await storeMessage(store.ownerUrl, other)
  await asReader(store, async (tx) => {
    const { rows } = await sql`select message_exists(${messageId}) as exists`.execute(tx)
    expect(rows).toEqual([{ exists: true }])
    // The row that the function could see for a moment is as hidden as before.
    expect(await tx.selectFrom('messages').select('id').execute()).not.toContainEqual({
      id: messageId,
    })
    const updated = await sql`update messages set answer = 'x' where id = ${messageId}`.execute(tx)
    expect(updated.numAffectedRows).toBe(0n)
  })
  const unknown = await asReader(store, (tx) =>
    sql`select message_exists(${newId()}) as exists`.execute(tx),
  )
  expect(unknown.rows).toEqual([{ exists: false }])
})

test('only the api role may ask whether a message exists', async () => {
  const asking = asWorker(store, (tx) => sql`select message_exists(${newId()})`.execute(tx))
  await expect(asking).rejects.toThrow(/permission denied/)
})

test('a message removed while it is rated is not found, and leaves no rating', async () => {
  const messageId = await storeMessage(store.ownerUrl, store.tenant)
  let rated: Promise<unknown> | undefined
  await asWorker(store, async (tx) => {
    await tx.deleteFrom('messages').where('id', '=', messageId).execute()
    const rating = { messageId, vote: 'down', comment: undefined } as const
    rated = rateMessage(store.api.db, asCaller(store.tenant), rating).catch((error) => error)
    await untilWaiting(store)
  })
  expect(await rated).toMatchObject({ code: 'NOT_FOUND' })
})

test('a comment obeys a change of what is redacted that commits while it is stored', async () => {
  const messageId = await storeMessage(store.ownerUrl, store.tenant)
  const rating = { messageId, vote: 'down', comment: 'I am ada@example.com' } as const
  const rate = () => rateMessage(store.api.db, asCaller(store.tenant), rating)
  expect(await rate()).toMatchObject({ comment: 'I am ada@example.com' })
  let rated: Promise<unknown> | undefined
  await asWorker(store, async (tx) => {
    await changeWorkspace(tx, store.tenant.workspaceId, { redact: ['email'] })
    rated = rate()
    await untilWaiting(store)
  })
  expect(await rated).toMatchObject({ comment: 'I am [email]' })
})

test('the database refuses a kind that does not exist', async () => {
  const change = asWorker(store, (tx) =>
    sql`update workspaces set redact = '{iban}' where id = ${store.tenant.workspaceId}`.execute(tx),
  )
  await expect(change).rejects.toThrow(/workspaces_redact_check/)
})

async function untilWaiting({ worker }: Store): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())
         or not granted and locktype = 'transactionid'`.execute(worker.db)
    if ((rows[0]?.waiting ?? 0) > 0) return
  }
}
