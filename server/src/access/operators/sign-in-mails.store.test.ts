import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { takeSignInMail } from './sign-in-mails.ts'

const DAY_SECONDS = 24 * 3600
const PER_DAY = 7
const PART_SECONDS = DAY_SECONDS / PER_DAY

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const take = (email: string) => takeSignInMail(store.worker.db, 'a pepper', email, PER_DAY)

async function takeAll(email: string): Promise<number> {
  let sent = 0
  while ((await take(email)) === null) sent += 1
  return sent
}

/** As if so much time had passed. */
const pass = (seconds: number) =>
  sql`update accounts.sign_in_mails set full_at = full_at - make_interval(secs => ${seconds})`.execute(
    store.worker.db,
  )

test('the mails of a day may be sent at once, and then one each part of a day', async () => {
  expect(await takeAll('Ada@example.com')).toBe(PER_DAY)
  const wait = (await take('ada@example.com')) ?? 0
  expect(wait).toBeGreaterThan(PART_SECONDS / 2)
  expect(wait).toBeLessThanOrEqual(Math.ceil(PART_SECONDS))
  expect(await take('bob@example.com')).toBeNull()
  for (const parts of [1, 1, 2]) {
    await pass(parts * PART_SECONDS)
    expect(await takeAll('ada@example.com')).toBe(parts)
  }
  // Rested for long, an address has no more than those of a day.
  await pass(3 * DAY_SECONDS)
  expect(await takeAll('ada@example.com')).toBe(PER_DAY)
})

test('an address that may be sent all of them again is forgotten', async () => {
  await take('carol@example.com')
  await pass(2 * DAY_SECONDS)
  await take('dave@example.com')
  const { rows } = await sql`select from accounts.sign_in_mails`.execute(store.worker.db)
  expect(rows).toHaveLength(1)
})
