import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import {
  CHECKSUM_CHARACTERS,
  computeChecksum,
  createPair,
  lookAlike,
  withTypo,
} from './support/client-keys.ts'
import { createPublicKey } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { withDatabase } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { QUERIES } from './support/every-operation.ts'
import { adminPath, asOperator, listOperations, send, sendSearch } from './support/wire.ts'

const KEY_PEPPER = 'the pepper of the key tests, 40 characters'

const { test } = acceptance({ KEY_PEPPER })

const verifies = makeVerifies(test)

verifies('public-key.prefix', async ({ knowledge }) => {
  expect(knowledge.clientKey).toMatch(/^fnp_[0-9A-Za-z]+$/)
})

verifies(['client-id.prefix', 'client-secret.prefix'], async ({ service, knowledge }) => {
  const pair = await createPair(service, knowledge.knowledgeBaseId)
  expect(pair['x-client-id']).toMatch(/^fnc_[0-9A-Za-z]+$/)
  expect(pair['x-client-secret']).toMatch(/^fns_[0-9A-Za-z]+$/)
})

/** Enough that no position shows few characters by chance: 37 of 62 are expected. */
const MANY = 56

async function manyKeys({ service, id }: { service: Service; id: string }): Promise<string[][]> {
  const publicKeys: string[] = []
  const pairs = []
  for (let made = 0; made < MANY; made += 1) {
    publicKeys.push(await createPublicKey(service.admin, id))
    pairs.push(await createPair(service, id))
  }
  const clientIds = pairs.map((pair) => pair['x-client-id'])
  const clientSecrets = pairs.map((pair) => pair['x-client-secret'])
  return [publicKeys, clientIds, clientSecrets]
}

verifies(['keys.160-random-bits', 'keys.checksum'], async ({ service, knowledge }) => {
  for (const keys of await manyKeys({ service, id: knowledge.knowledgeBaseId })) {
    for (const key of keys) {
      const unsigned = key.slice(0, -CHECKSUM_CHARACTERS)
      expect(key).toBe(unsigned + computeChecksum(unsigned))
    }
    const bodies = keys.map((key) => key.slice('fnp_'.length, -CHECKSUM_CHARACTERS))
    const positions = Array.from(
      { length: bodies[0]?.length ?? 0 },
      (_, place) => new Set(bodies.map((body) => body[place])).size,
    )
    // More than 20 different characters in one place: not decimal, not hexadecimal.
    const random = positions.filter((characters) => characters > 20)
    expect(random.length * Math.log2(62)).toBeGreaterThanOrEqual(160)
  }
})

verifies('keys.typo-refused-without-look-up', async ({ service, knowledge, database }) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const search = async (key: string) =>
    (await sendSearch(service, { knowledgeBaseId, clientKey: key }, { query: 'osprey' })).status
  const locker = new pg.Client({ connectionString: database.ownerUrl })
  await locker.connect()
  try {
    await locker.query('begin')
    await locker.query('lock table client_keys in access exclusive mode')
    expect(await search(withTypo(clientKey))).toBe(401)
    // A key without a typo is looked up, and so waits for the table.
    const looked = search(lookAlike('fnp'))
    expect(await Promise.race([looked, sleep(400, 'waits')])).toBe('waits')
    await locker.query('rollback')
    expect(await looked).toBe(401)
  } finally {
    await locker.end()
  }
})

verifies('secrets.stored-as-hmac', async ({ service, knowledge, database }) => {
  const pair = await createPair(service, knowledge.knowledgeBaseId)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const stored = await everythingStored(withDatabase(inject('services').adminDatabaseUrl, name))
  for (const secret of [pair['x-client-secret'], knowledge.clientKey]) {
    expect(stored).toContain(createHmac('sha256', KEY_PEPPER).update(secret).digest('hex'))
    for (const encoding of ['utf8', 'hex', 'base64'] as const) {
      expect(stored).not.toContain(Buffer.from(secret).toString(encoding))
    }
  }
})

/** Every row of every table, as text; bytes in hexadecimal. Row security does not apply. */
async function everythingStored(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    let text = ''
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      text += rows.map(({ row }) => row).join('\n')
    }
    return text
  } finally {
    await client.end()
  }
}

verifies('secrets.shown-once', async ({ service, knowledge }) => {
  const { knowledgeBaseId, workspaceId } = knowledge
  const created = await send(service, adminPath(knowledgeBaseId, 'keys'), {
    json: { name: 'pair', kind: 'secret' },
    headers: asOperator,
  })
  const { client_secret: secret } = created.body as { client_secret: string }
  expect(secret).toMatch(/^fns_/)
  const operations = await listOperations(service, { knowledgeBaseId, workspaceId })
  const reads = operations.filter(({ method, tag }) => method === 'GET' && tag === 'admin')
  expect(reads.map(({ operationId }) => operationId)).toContain('listKeys')
  for (const { path, operationId } of reads) {
    const query = QUERIES[operationId] ?? ''
    const { text } = await send(service, path + query, { headers: asOperator })
    expect(text).not.toContain(secret)
    expect(text).not.toContain(knowledge.clientKey)
  }
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  expect(keys).toHaveLength(2)
})
