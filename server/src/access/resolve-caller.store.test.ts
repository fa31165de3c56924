import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openAs, seedTenant } from '../../../test/support/store/seed.ts'
import type { TestDatabase } from '../../../test/support/store/services.ts'
import { createDatabase, runSql } from '../../../test/support/store/services.ts'
import type { OpenDatabase } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { createKey } from './clients/key-format.ts'
import { listenForKeyChanges } from './clients/key-changes.ts'
import type { CreatedKey } from './clients/keys.ts'
import { createClientKey, revokeClientKey } from './clients/keys.ts'
import type { CallerResolver } from './resolve-caller.ts'
import { createCallerResolver, TIME_TO_LIVE_MS } from './resolve-caller.ts'

const MAKING = { pepper: 'a pepper of at least 32 characters', cell: '00' }

let database: TestDatabase
let api: OpenDatabase
let worker: OpenDatabase
let tenant: Tenant

beforeAll(async () => {
  database = await createDatabase()
  api = openAs(database.ownerUrl, 'footnote_api')
  worker = openAs(database.ownerUrl, 'footnote_worker')
  tenant = await seedTenant(worker.db, 'Docs')
})

afterAll(async () => {
  await api.db.destroy()
  await worker.db.destroy()
  await database.drop()
})

const create = (kind: 'public' | 'secret', expiresAt: Date | null = null): Promise<CreatedKey> =>
  withTenant(worker.db, tenant, (tx) =>
    createClientKey(tx, tenant, MAKING, { name: 'test', kind, allowedGroupIds: [], expiresAt }),
  )

const revoke = (id: string) => withTenant(worker.db, tenant, (tx) => revokeClientKey(tx, id))

async function publicKey(): Promise<{ id: string; key: string }> {
  const { id, credential } = await create('public')
  return { id, key: 'client_key' in credential ? credential.client_key : '' }
}

const resolver = (): CallerResolver =>
  createCallerResolver(api.db, { current: MAKING.pepper, previous: null })

const refused = { code: 'UNAUTHORIZED' }

test('a public key names its tenant', async () => {
  const { id, key } = await publicKey()
  const caller = await resolver().resolve({ kind: 'public', key })
  expect(caller).toEqual({
    ...tenant,
    space: {
      id: expect.any(String),
      model: 'test',
      dimensions: 3,
    },
    languages: [],
    keyId: id,
    kind: 'public',
    knowledgeBaseName: 'Docs',
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
})

test('a secret pair needs its own secret, and an id alone is no public key', async () => {
  const [one, other] = [await create('secret'), await create('secret')]
  if (!('client_id' in one.credential) || !('client_id' in other.credential))
    throw new Error('pair')
  const pair = (clientId: string, clientSecret: string) =>
    resolver().resolve({ kind: 'secret', clientId, clientSecret })
  const { client_id, client_secret } = one.credential
  expect(await pair(client_id, client_secret)).toMatchObject({ keyId: one.id, kind: 'secret' })
  await expect(pair(client_id, other.credential.client_secret)).rejects.toMatchObject(refused)
  await expect(pair(client_id, createKey('fns', '00'))).rejects.toMatchObject(refused)
  await expect(resolver().resolve({ kind: 'public', key: client_id })).rejects.toMatchObject(
    refused,
  )
})

test('an unknown key is refused', async () => {
  const key = createKey('fnp', '00')
  await expect(resolver().resolve({ kind: 'public', key })).rejects.toMatchObject(refused)
})

test('another pepper finds nothing: a stolen database opens no door', async () => {
  const { key } = await publicKey()
  const elsewhere = createCallerResolver(api.db, {
    current: 'another pepper of some 32 characters',
    previous: null,
  })
  await expect(elsewhere.resolve({ kind: 'public', key })).rejects.toMatchObject(refused)
})

test('the database holds no key, only digests', async () => {
  const { key } = await publicKey()
  const { credential } = await create('secret')
  const { rows } = await withTenant(worker.db, tenant, (tx) =>
    sql<{ dump: string }>`select string_agg(k::text, ' ') as dump from client_keys k`.execute(tx),
  )
  const dump = rows[0]?.dump ?? ''
  expect(dump.length).toBeGreaterThan(100)
  for (const secret of [key, ...Object.values(credential)]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('concurrent requests of a new key share one look-up, and later ones need none', async () => {
  const { key } = await publicKey()
  const callers = resolver()
  const transactions = vi.spyOn(api.db, 'transaction')
  await Promise.all(Array.from({ length: 50 }, () => callers.resolve({ kind: 'public', key })))
  await callers.resolve({ kind: 'public', key })
  expect(transactions).toHaveBeenCalledTimes(1)
  transactions.mockRestore()
})

test('a revoked key is refused at once where the notification arrives', async () => {
  const { id, key } = await publicKey()
  const callers = resolver()
  const listening = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const listener = listenForKeyChanges(database.ownerUrl, (digest) => {
    callers.forget(digest)
    if (digest === undefined) listening.resolve()
    else changed.resolve()
  })
  try {
    await listening.promise
    await callers.resolve({ kind: 'public', key })
    await revoke(id)
    await changed.promise
    await expect(callers.resolve({ kind: 'public', key })).rejects.toMatchObject(refused)
  } finally {
    await listener.close()
  }
})

test('a revoked key is refused within 5 s where no notification arrives', async () => {
  const { id, key } = await publicKey()
  const callers = resolver()
  await callers.resolve({ kind: 'public', key })
  await revoke(id)
  await sleep(TIME_TO_LIVE_MS + 50)
  await expect(callers.resolve({ kind: 'public', key })).rejects.toMatchObject(refused)
  // What is left of the 5 s is for a process that is busy.
  expect(TIME_TO_LIVE_MS).toBeLessThanOrEqual(4_000)
})

test('a key is refused from the moment it expires, also out of the cache', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const { credential } = await create('public', expiresAt)
  const pair = await create('secret', expiresAt)
  if (!('client_key' in credential) || !('client_id' in pair.credential)) throw new Error('key')
  const key = { kind: 'public', key: credential.client_key } as const
  const { client_id: clientId, client_secret: clientSecret } = pair.credential
  const proved = { kind: 'secret', clientId, clientSecret } as const
  const callers = resolver()
  const transactions = vi.spyOn(api.db, 'transaction')
  // The cache has a clock of its own.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(expiresAt.getTime() - 1)
    await callers.resolve(key)
    await callers.resolve(proved)
    vi.setSystemTime(expiresAt)
    const expired = { ...refused, message: 'This key has expired.' }
    await expect(callers.resolve(key)).rejects.toMatchObject(expired)
    await expect(callers.resolve(proved)).rejects.toMatchObject(expired)
    expect(transactions).toHaveBeenCalledTimes(2)
    // Whoever does not have the secret is told nothing.
    const guessed = { ...proved, clientSecret: createKey('fns', '00') }
    const unproved = { ...refused, message: 'A valid key is needed.' }
    await expect(callers.resolve(guessed)).rejects.toMatchObject(unproved)
  } finally {
    vi.useRealTimers()
    transactions.mockRestore()
  }
})

test('a look-up that began before a change is not remembered', async () => {
  const { id, key } = await publicKey()
  const callers = resolver()
  const early = callers.resolve({ kind: 'public', key })
  callers.forget()
  await early
  await revoke(id)
  await expect(callers.resolve({ kind: 'public', key })).rejects.toMatchObject(refused)
})

const PATIENCE = { timeout: 60_000 }

test('the listener reconnects after its connection is lost', async () => {
  let reconnects = 0
  const listener = listenForKeyChanges(database.ownerUrl, () => (reconnects += 1))
  try {
    await vi.waitFor(() => expect(reconnects).toBe(1), PATIENCE)
    await runSql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'footnote_key_changes' and datname = current_database()`,
    )
    await vi.waitFor(() => expect(reconnects).toBe(2), PATIENCE)
  } finally {
    await listener.close()
  }
})
