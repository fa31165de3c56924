import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { writtenBy } from '../support/answering.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { exchange, newRequest, refresh, statusWith } from '../support/sign-in/oauth-by-hand.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, CLI, KEY_MAKING, MODEL_DIR, startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { readRows } from '../support/store/services.ts'
import type { SignInKnowledge } from '../support/sign-in/sign-in.ts'
import { SECRETS_KEY, signingIn, signInByMail } from '../support/sign-in/sign-in.ts'
import { createFiles } from '../support/sources.ts'
import { createPair } from './support/client-keys.ts'
import { publicPath, send, sendSearch } from './support/wire.ts'

const run = promisify(execFile)
const NEW = { KEY_PEPPER: 'p'.repeat(40), SECRETS_KEY: 's'.repeat(40) }
const BOTH = {
  ...NEW,
  KEY_PEPPER_PREVIOUS: KEY_MAKING.pepper,
  SECRETS_KEY_PREVIOUS: SECRETS_KEY,
}

const test = signingIn()

const readKids = async ({ issuer }: SignInKnowledge): Promise<string[]> => {
  const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** How many keys are stored under each pepper, fewest first. */
const countPeppers = async (database: TestDatabase): Promise<number[]> => {
  const rows = await readRows<{ keys: number }>(
    database,
    'select count(*)::int as keys from client_keys group by pepper_fingerprint order by 1',
  )
  return rows.map(({ keys }) => keys)
}

const getKid = (token = ''): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

/** Three starts and three commands, which take seconds each on a busy machine. */
const timeout = 240_000

test(
  'during a rotation of all secrets nobody is refused, and afterwards the previous values can be removed',
  { timeout },
  async ({ service, docs, mail, database, embeddings, model }) => {
    const { knowledgeBaseId: id, clientKey } = docs
    const pair = await createPair(service, id)
    const unused = await createPublicKey(service.admin, id)
    const source = await createFiles(service, docs, {})
    const { path, secret } = await service.admin.sources.hook(id, source.id)
    const signIn = async (at: Service, email: string) => {
      const request = await newRequest(docs, { scope: 'openid mcp:read offline_access' })
      const back = await signInByMail(at, mail, request.url, email)
      return { request, tokens: (await exchange(docs, request, back)).body }
    }
    const early = await signIn(service, 'early@example.com')
    const earlyKids = await readKids(docs)
    expect(earlyKids).toEqual([getKid(early.tokens['id_token'])])

    // On the same port, because the URL is part of every token's audience.
    const { port, origin } = new URL(service.baseUrl)
    const settings = { PORT: port, PUBLIC_URL: origin, SMTP_URL: mail.url }
    const env = { ...steeredBy(embeddings), ...writtenBy(model), ...settings }
    const restart = async (running: Service, secrets: Record<string, string>) => {
      await running.kill()
      return startService({ databaseUrl: database.ownerUrl, env: { ...env, ...secrets } })
    }
    const secretsCommand = async (command: string) => {
      const base = { PATH: process.env['PATH'], DATABASE_URL: database.ownerUrl, ADMIN_TOKEN }
      const { stdout } = await run(process.execPath, [CLI, 'secrets', command], {
        env: { ...base, EMBEDDING_MODEL_DIR: MODEL_DIR, ...BOTH },
      })
      return stdout
    }
    const search = async (at: Service, key: string) =>
      (await sendSearch(at, { knowledgeBaseId: id, clientKey: key }, { query: 'keys' })).status
    const searchWithPair = async (at: Service) =>
      (await send(at, publicPath(id, 'search'), { json: { query: 'keys' }, headers: pair })).status
    const callHook = async (at: Service, with_: string) => {
      const headers = {
        'x-hub-signature-256': `sha256=${createHmac('sha256', with_).update('{}').digest('hex')}`,
      }
      return (await fetch(at.baseUrl + path, { method: 'POST', body: '{}', headers })).status
    }

    await using during = await restart(service, BOTH)
    expect(during.log.map(({ msg }) => msg)).toContain(
      'a secret is being rotated: run footnote secrets rotate',
    )
    expect(await search(during, clientKey)).toBe(200)
    expect(await statusWith(docs.mcpUrl, early.tokens['access_token'] ?? '')).toBe(200)
    expect(await callHook(during, secret)).toBe(202)
    expect(await readKids(docs)).toEqual(earlyKids)

    const rotated = await secretsCommand('rotate')
    expect(rotated).toContain('New signing keys: 1.')
    expect(rotated).toContain('keys, until each is used: 3')
    const kids = await readKids(docs)
    expect(kids).toHaveLength(2)
    expect(kids[1]).toBe(earlyKids[0])
    const late = await signIn(during, 'late@example.com')
    expect(getKid(late.tokens['id_token'])).toBe(kids[0])
    for (const use of [search(during, clientKey), searchWithPair(during)])
      expect(await use).toBe(200)
    // Re-hashed beside the request, not before its response.
    await expect.poll(() => countPeppers(database)).toEqual([1, 2])
    const left = await secretsCommand('status')
    expect(left).toContain('keys, until each is used: 1')
    expect(left).toContain('webhooks, until the sender has the new secret')
    expect(left).not.toContain('sealed secrets')
    const { secret: newSecret } = await during.admin.sources.hook(id, source.id)
    expect(newSecret).not.toBe(secret)
    expect(await callHook(during, newSecret)).toBe(202)
    expect(await secretsCommand('status')).not.toContain('webhooks')

    await using after = await restart(during, NEW)
    expect(await search(after, clientKey)).toBe(200)
    expect(await searchWithPair(after)).toBe(200)
    expect(await search(after, unused)).toBe(401)
    expect(await callHook(after, newSecret)).toBe(202)
    expect(await callHook(after, secret)).toBe(401)
    const refreshed = await refresh(docs, early.request, early.tokens['refresh_token'] ?? '')
    expect(refreshed.status).toBe(200)
    expect(await statusWith(docs.mcpUrl, refreshed.body['access_token'] ?? '')).toBe(200)
  },
)
