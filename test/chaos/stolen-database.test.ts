import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { createTenants } from '../support/chaos/tenants.ts'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { freePort } from '../support/network/free-port.ts'
import { exchange, newRequest, statusWith } from '../support/sign-in/oauth-by-hand.ts'
import { createSignIn, linkFor, signInByMail } from '../support/sign-in/sign-in.ts'
import type { SmtpSink } from '../support/sign-in/smtp-sink.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, withDatabase } from '../support/store/services.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { tenants: 20 } : { tenants: 2 }

const run = promisify(execFile)

const SECRETS_KEY = 'a key for the tests, 32 characters'
const providerKey = ({ canary }: ChaosTenant): string => `sk-of-the-provider-of-${canary}`

const signerSecret = ({ canary }: ChaosTenant): string => `secret-of-the-signer-of-${canary}`

let database: TestDatabase
let service: Service
let tenants: ChaosTenant[]
let mail: SmtpSink

beforeAll(async () => {
  database = await createDatabase()
  mail = await startSmtpSink()
  const port = await freePort()
  const env = {
    SECRETS_KEY,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
  }
  service = await startService({ databaseUrl: database.ownerUrl, env })
  tenants = await createTenants(service, SIZE.tenants)
  for (const tenant of tenants) {
    await service.admin.answerModel.put(tenant.knowledgeBaseId, {
      provider: 'openai',
      model: 'small',
      api_key: providerKey(tenant),
      skip_test: true,
    })
    const signer = { name: 'Login', secret: signerSecret(tenant) }
    await service.admin.readerSigners.create(tenant.knowledgeBaseId, signer)
  }
})

afterAll(async () => {
  await service?.kill()
  await mail?.close()
  await database?.drop()
})

/** Everything in the database, dumped by its superuser. */
async function dump(): Promise<string> {
  const installed = globSync('/usr/lib/postgresql/*/bin/pg_dump').sort().at(-1)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const url = withDatabase(inject('services').adminDatabaseUrl, name)
  const { stdout } = await run(installed ?? 'pg_dump', ['--dbname', url], {
    maxBuffer: 512 * 1024 * 1024,
  })
  return stdout
}

/** A secret as text without its prefix and checksum, and in the encodings a column might use. */
const spellings = (secret: string): string[] => [
  secret,
  secret.slice(6, -6),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

test('a dump of the database contains no usable key', async () => {
  const text = await dump()
  const secrets = tenants.flatMap((tenant) => [
    tenant.clientKey,
    tenant.clientId,
    tenant.clientSecret,
    providerKey(tenant),
    signerSecret(tenant),
  ])
  const found = [...secrets, ADMIN_TOKEN, SECRETS_KEY].filter((secret) =>
    spellings(secret).some((spelling) => text.includes(spelling)),
  )
  console.log(
    `stolen-database: ${secrets.length} secrets, a dump of ${text.length} bytes, ${found.length} found`,
  )
  expect(secrets.every((secret) => secret.length > 30)).toBe(true)
  expect(found).toEqual([])
  // The dump is complete: it has every tenant's key hint and its pages.
  for (const tenant of tenants) {
    const { clientKey, canary } = tenant
    expect(text).toContain(`\t${clientKey.slice(-4)}\t`)
    expect(text).toContain(`\t${providerKey(tenant).slice(-4)}`)
    expect(text).toContain(`The plain page says that ${canary}`)
  }
})

test('a dump of the database holds no token of a reader who signed in, nor the keys that made it', async () => {
  const docs = await createSignIn(service)
  const request = await newRequest(docs)
  const browser = openBrowser()
  const email = 'reader@example.com'
  const back = await signInByMail(service, mail, request.url, email, browser)
  const { body } = await exchange(docs, request, back)
  const access = body['access_token'] ?? ''
  expect(await statusWith(docs.mcpUrl, access)).toBe(200)
  const cookies = [...browser.cookies.values()].map(({ value }) => value.split('=')[1] ?? '')
  const link = new URL(await linkFor(mail, email)).searchParams.get('token') ?? ''
  const code = back.searchParams.get('code') ?? ''
  const secrets = [access, body['refresh_token'] ?? '', code, link, ...cookies]
  const text = await dump()
  const found = secrets.filter((secret) =>
    spellings(secret).some((spelling) => text.includes(spelling)),
  )
  console.log(`stolen-database: ${secrets.length} secrets of a sign-in, ${found.length} found`)
  expect(secrets.length).toBeGreaterThan(4)
  expect(secrets.every((secret) => secret.length > 15)).toBe(true)
  expect(found).toEqual([])
  expect(text).not.toContain('"kty"')
  // The dump is whole: the reader and what they were given are in it.
  expect(text).toContain(`mailto:${email}`)
  expect(text).toMatch(/\tAccessToken\t/)
})
