import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { publicPath, send } from './support/wire.ts'

const { test, verifies } = acceptance({
  SECRETS_KEY: 'a key for the tests, 32 characters',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
})

/** A company's login, with its keys at an address. */
async function startLogin() {
  let answer: RequestListener = (_, response) => response.end('{"keys":[]}')
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    behave: (listener: RequestListener) => void (answer = listener),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

verifies(
  ['reader-token.algorithms', 'reader-token.invalid'],
  'A token by a key at an address counts, and goes on to while the address is away',
  async ({ service }) => {
    await using login = await startLogin()
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one' }
    login.behave((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
    const { knowledgeBaseId, clientKey } = await createKnowledge(service)
    const input = { name: 'Login', jwks_url: login.url, issuer: 'https://id.example.com' }
    await service.admin.readerSigners.create(knowledgeBaseId, input)
    const sign = (kid: string, key = privateKey) =>
      new SignJWT({ sub: 'ada' })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer('https://id.example.com')
        .setAudience(knowledgeBaseId)
        .setExpirationTime('5m')
        .sign(key)
    const search = async (token: string) => {
      const { status, body } = await send(service, publicPath(knowledgeBaseId, 'search'), {
        json: { query: 'sextant' },
        headers: { 'x-client-key': clientKey, 'x-reader-token': token },
      })
      return status === 200 ? 200 : `${status} ${(body as { code: string }).code}`
    }
    expect(await search(await sign('one'))).toBe(200)
    const stranger = (await generateKeyPair('ES256')).privateKey
    expect(await search(await sign('one', stranger))).toBe('401 READER_TOKEN_INVALID')
    expect(await search(await sign('two', stranger))).toBe('401 READER_TOKEN_INVALID')
    login.behave(() => undefined)
    expect(await search(await sign('one'))).toBe(200)
    expect(await search(await sign('two', stranger))).toBe('401 READER_TOKEN_INVALID')
  },
)

test('without keys from the start nobody can say that a token is bad', async ({ service }) => {
  const { privateKey } = await generateKeyPair('ES256')
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  const away = { name: 'Login', jwks_url: 'http://127.0.0.1:9/keys' }
  await service.admin.readerSigners.create(knowledgeBaseId, away)
  const token = await new SignJWT({ sub: 'ada' })
    .setProtectedHeader({ alg: 'ES256' })
    .setAudience(knowledgeBaseId)
    .setExpirationTime('5m')
    .sign(privateKey)
  const { status, body, headers } = await send(service, publicPath(knowledgeBaseId, 'search'), {
    json: { query: 'sextant' },
    headers: { 'x-client-key': clientKey, 'x-reader-token': token },
  })
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(headers.get('retry-after')).not.toBeNull()
})
