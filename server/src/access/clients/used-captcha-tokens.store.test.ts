import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { openStore } from '../../../../test/support/store/store.ts'
import { asTenant } from '../../../../test/support/store/stored-messages.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { claimToken, forgetOldTokens } from './used-captcha-tokens.ts'

let store: Store
let other: Tenant

beforeAll(async () => {
  store = await openStore()
  other = await seedTenant(store.worker.db, 'Other')
})

afterAll(() => store?.close())

const claim = (token: string, tenant = store.tenant) => claimToken(store.api.db, tenant, token)

/** As if the tenant's tokens had been used that long ago. */
const age = (tenant: Tenant, minutes: number) =>
  asTenant(store.ownerUrl, tenant, (client) =>
    client.query(`update used_captcha_tokens set used_at = now() - $1 * interval '1 minute'`, [
      minutes,
    ]),
  )

test('a token is claimed once, over all tenants and however many claim it at once', async () => {
  expect(await claim('first')).toBe(true)
  expect(await claim('first')).toBe(false)
  expect(await claim('first', other)).toBe(false)
  expect(await claim('second', other)).toBe(true)
  const tenants = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? store.tenant : other))
  const claims = await Promise.all(tenants.map((tenant) => claim('contested', tenant)))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('the worker forgets old tokens of every tenant and keeps the others', async () => {
  await claim('old')
  await claim('old too', other)
  await age(store.tenant, 16)
  await age(other, 16)
  await claim('young')
  await claim('young too', other)
  expect(await forgetOldTokens(store.worker.db)).toBeGreaterThanOrEqual(2)
  expect(await forgetOldTokens(store.worker.db)).toBe(0)
  expect(await claim('young')).toBe(false)
  expect(await claim('young too')).toBe(false)
  await age(store.tenant, 14)
  expect(await forgetOldTokens(store.worker.db)).toBe(0)
  expect(await claim('old')).toBe(true)
})

test('the api role can neither read nor remove what was used', async () => {
  for (const statement of ['select digest from', 'delete from']) {
    const asking = sql.raw(`${statement} used_captcha_tokens`).execute(store.api.db)
    await expect(asking, statement).rejects.toThrow(/permission denied/)
  }
})
