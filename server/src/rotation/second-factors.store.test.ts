import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import type { Peppers } from '../access/digest.ts'
import { accountSecrets } from '../access/operators/account-secrets.ts'
import { newId } from '../platform/new-id.ts'
import { countSecondFactors, reencryptSecondFactors } from './second-factors.ts'

const OLD = 'the pepper before, 32 characters or more'
const NEW = 'the pepper after, 32 characters or more.'
const LOST = 'a pepper that nobody has, 32 characters'
const during: Peppers = { current: NEW, previous: OLD }

const toKey = (pepper: string) => {
  const secrets = accountSecrets({ current: pepper, previous: null })
  const keys = new Map(secrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: secrets[0]?.version ?? 0 }
}

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

async function addSecondFactor(pepper: string, secret: string): Promise<void> {
  const { db } = store.worker
  const id = newId()
  const seal = (data: string) => symmetricEncrypt({ key: toKey(pepper), data })
  await sql`insert into accounts.people (id, email, name)
            values (${id}, ${`${id}@example.com`}, 'Ada')`.execute(db)
  await sql`insert into accounts.second_factors (id, user_id, secret, backup_codes, verified)
            values (${newId()}, ${id}, ${await seal(secret)}, ${await seal('[]')}, true)`.execute(
    db,
  )
}

test('after the rotation the new pepper alone opens the second factors', async () => {
  const { db } = store.worker
  await addSecondFactor(OLD, 'of the old pepper')
  await addSecondFactor(NEW, 'of the new pepper')
  await addSecondFactor(LOST, 'of nobody')
  expect(await countSecondFactors(db, during)).toBe(1)
  expect(await reencryptSecondFactors(db, during)).toEqual({ resealed: 1, unreadable: 1 })
  expect(await countSecondFactors(db, during)).toBe(0)
  const { rows } = await sql<{ secret: string }>`
    select secret from accounts.second_factors order by id`.execute(db)
  const open = (data = '') => symmetricDecrypt({ key: toKey(NEW), data })
  expect(await open(rows[0]?.secret)).toBe('of the old pepper')
  expect(await open(rows[1]?.secret)).toBe('of the new pepper')
})
