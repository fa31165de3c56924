import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ChaosTenant } from '../support/chaos-tenants.ts'
import { createTenants } from '../support/chaos-tenants.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import type { TestDatabase } from '../support/services.ts'
import { createDatabase, withDatabase } from '../support/services.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { tenants: 20 } : { tenants: 2 }

const run = promisify(execFile)

const SECRETS_KEY = randomBytes(32).toString('base64')
const providerKey = ({ canary }: ChaosTenant): string => `sk-of-the-provider-of-${canary}`

let database: TestDatabase
let service: Service
let tenants: ChaosTenant[]

beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.ownerUrl, env: { SECRETS_KEY } })
  tenants = await createTenants(service, SIZE.tenants)
  for (const tenant of tenants) {
    await service.admin.answerModel.put(tenant.knowledgeBaseId, {
      provider: 'openai',
      model: 'small',
      api_key: providerKey(tenant),
    })
  }
})

afterAll(async () => {
  await service?.kill()
  await database?.drop()
})

/** Everything in the database, as its superuser writes it out. */
async function dump(): Promise<string> {
  const installed = globSync('/usr/lib/postgresql/*/bin/pg_dump').sort().at(-1)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const url = withDatabase(inject('services').adminDatabaseUrl, name)
  const { stdout } = await run(installed ?? 'pg_dump', ['--dbname', url], {
    maxBuffer: 512 * 1024 * 1024,
  })
  return stdout
}

/** A secret as text, without its prefix and checksum, and as the codings a column might hold. */
const spellings = (secret: string): string[] => [
  secret,
  secret.slice(6, -6),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

test('a dump of the database holds no key that opens anything', async () => {
  const text = await dump()
  const secrets = tenants.flatMap((tenant) => [
    tenant.clientKey,
    tenant.clientId,
    tenant.clientSecret,
    providerKey(tenant),
  ])
  const found = [...secrets, ADMIN_TOKEN, SECRETS_KEY].filter((secret) =>
    spellings(secret).some((spelling) => text.includes(spelling)),
  )
  console.log(
    `stolen-database: ${secrets.length} secrets, a dump of ${text.length} bytes, ${found.length} found`,
  )
  expect(secrets.every((secret) => secret.length > 30)).toBe(true)
  expect(found).toEqual([])
  // The dump is whole: it has every tenant's key by its last characters, and its pages.
  for (const tenant of tenants) {
    const { clientKey, canary } = tenant
    expect(text).toContain(`\t${clientKey.slice(-4)}\t`)
    expect(text).toContain(`\t${providerKey(tenant).slice(-4)}`)
    expect(text).toContain(`The plain page says that ${canary}`)
  }
})
