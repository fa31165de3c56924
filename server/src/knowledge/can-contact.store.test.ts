import type { Contact } from '@footnote/contract/contact'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../test/support/store/store.ts'
import { addWebhook } from '../../../test/support/webhooks/delivering.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { canContact } from './can-contact.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store?.close())

test('it is offered where somebody would get it, and never under Zero data retention', async () => {
  const tenant = await seedTenant(store.worker.db)
  const receive = (contact: Contact) =>
    asWorker(
      store,
      (tx) =>
        sql`update knowledge_bases set contact = ${JSON.stringify(contact)}::jsonb
            where id = ${tenant.knowledgeBaseId}`.execute(tx),
      tenant,
    )
  const can = (hasMail: boolean, retention: 'standard' | 'zero' = 'standard') =>
    asReader(store, (tx) => canContact(tx, { retention }, hasMail), tenant)
  expect(await can(true)).toBe(false)
  await receive({ by: 'email', email: 'help@example.com' })
  expect([await can(true), await can(false), await can(true, 'zero')]).toEqual([true, false, false])
  await receive({ by: 'webhook' })
  expect(await can(true)).toBe(false)
  const other = await seedTenant(store.worker.db, 'Other')
  await addWebhook(store, other, 'https://hooks.example.com', ['contact.requested'])
  await addWebhook(store, tenant, 'https://hooks.example.com', ['gap.created'])
  expect(await can(true)).toBe(false)
  await addWebhook(store, tenant, 'https://hooks.example.com', ['contact.requested'])
  expect(await can(false)).toBe(true)
})

test('so many are taken in an hour, of each knowledge base', async () => {
  const tenant = await seedTenant(store.worker.db)
  const take = (id = newId(), of: Tenant = tenant) =>
    asReader(
      store,
      async (tx) => {
        const { rows } = await sql<{ taken: boolean }>`
          select store_contact(${id}, null, 'Ada', 'ada@example.net', 'Why?', null, 3) as taken`.execute(
          tx,
        )
        return rows[0]?.taken
      },
      of,
    )
  const first = newId()
  expect(await take(first)).toBe(true)
  const taken = await Promise.all(Array.from({ length: 6 }, () => take()))
  expect(taken.filter(Boolean)).toHaveLength(2)
  // Sent again, it is one that was taken.
  expect(await take(first)).toBe(true)
  const stored = await asWorker(
    store,
    (tx) => sql`select from contact_requests`.execute(tx),
    tenant,
  )
  expect(stored.rows).toHaveLength(3)
  expect(await take(newId(), await seedTenant(store.worker.db, 'Other'))).toBe(true)
})

test('the api role stores messages to people and reads none', async () => {
  const read = asReader(
    store,
    (tx) => sql`select name from contact_requests`.execute(tx),
    store.tenant,
  )
  await expect(read).rejects.toThrow('permission denied')
})
