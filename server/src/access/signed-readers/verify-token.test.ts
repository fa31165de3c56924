import { expect, test } from 'vitest'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { createSignerKeys } from './signer-keys.ts'
import type { Signer } from './verify-token.ts'
import { createTokenVerifier, signerContext } from './verify-token.ts'
import {
  HOSTILE_TOKENS,
  SIGNATURE,
} from '../../../../test/support/signed-readers/hostile-tokens.ts'
import {
  BASE,
  eddsa,
  es,
  good,
  hs,
  jwks,
  now,
  rs,
  SECRET,
} from '../../../../test/support/signed-readers/signed-tokens.ts'

const box = createSecretBox('a key for the tests, 32 characters')
const fetchPage: FetchPage = async ({ url }) => ({
  url,
  status: 200,
  headers: new Headers(),
  body: Buffer.from(JSON.stringify(jwks)),
})

const SIGNER_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c'
const seal = (secret: string) => box.seal(secret, signerContext(BASE, SIGNER_ID))
const bySecret: Signer = {
  id: SIGNER_ID,
  audience: BASE,
  issuer: null,
  version: 3,
  secret: seal(SECRET),
  previousSecret: null,
  previousUntil: null,
  jwksUrl: null,
}
const byKeys: Signer = {
  ...bySecret,
  id: BASE,
  secret: null,
  jwksUrl: 'https://id.example.com/keys',
}

const verify = (token: string, signers: readonly Signer[] = [bySecret, byKeys]) =>
  createTokenVerifier(createSignerKeys(fetchPage), box)(BASE, signers, token)

test.each([
  ['a secret', () => hs(good()), SIGNER_ID],
  ['an RSA key', () => rs(good()), BASE],
  ['a curve', () => es(good()), BASE],
  ['Ed25519', () => eddsa(good()), BASE],
  ['several audiences', () => hs(good({ aud: ['other', BASE] })), SIGNER_ID],
  ['a clock that is behind by less than a minute', () => hs(good({ exp: now() - 50 })), SIGNER_ID],
  [
    'a clock that is ahead by less than a minute',
    () => hs(good({ nbf: now() + 50, iat: now() + 50 })),
    SIGNER_ID,
  ],
  ['a day', () => hs(good({ exp: now() + 86_400 })), SIGNER_ID],
  ['a `sub` of 256 characters', () => hs(good({ sub: '🔑'.repeat(256) })), SIGNER_ID],
])('a token by %s is valid', async (_, make, signerId) => {
  expect(await verify(make())).toMatchObject({ signerId, version: 3 })
})

test('a token says who is asking, and nothing that it does not need to', async () => {
  const claims = good({ groups: ['a', 'b'], name: 'Ada', email: 7, role: 'admin' })
  expect(await verify(hs(claims))).toEqual({
    signerId: SIGNER_ID,
    version: 3,
    claims: {
      subject: 'ada',
      groups: ['a', 'b'],
      name: 'Ada',
      email: null,
      expiresAt: new Date((claims.exp + 60) * 1000),
    },
  })
})

test('the table has at least 60 hostile tokens', () => {
  expect(HOSTILE_TOKENS.length).toBeGreaterThanOrEqual(60)
})

test.each(HOSTILE_TOKENS)('%s: refused', async (_, make, problem) => {
  await expect(verify(make())).rejects.toMatchObject({
    code: 'READER_TOKEN_INVALID',
    message: expect.stringMatching(problem) as unknown,
  })
})

test('each kind of signer takes its own algorithms alone', async () => {
  const refused = { code: 'READER_TOKEN_INVALID' }
  await expect(verify(hs(good()), [byKeys])).rejects.toMatchObject(refused)
  await expect(verify(rs(good()), [bySecret])).rejects.toMatchObject(refused)
  await expect(verify(hs(good()), [])).rejects.toMatchObject(refused)
})

test('the issuer counts where the signer has one', async () => {
  const signer = { ...bySecret, issuer: 'https://portal.example.com' }
  await verify(hs(good({ iss: signer.issuer })), [signer])
  for (const iss of [undefined, 'https://evil.example', [signer.issuer]]) {
    await expect(verify(hs(good({ iss })), [signer])).rejects.toThrow(/another issuer/)
  }
})

test('the previous secret counts for as long as it is to, under its own version', async () => {
  const old = 'fnr_the-previous-secret-with-enough-bytes'
  const token = hs(good(), { alg: 'HS256' }, old)
  const rotated = {
    ...bySecret,
    previousSecret: seal(old),
    previousUntil: new Date(Date.now() + 9_000),
  }
  expect(await verify(token, [rotated])).toMatchObject({ version: 2 })
  expect(await verify(hs(good()), [rotated])).toMatchObject({ version: 3 })
  const over = { ...rotated, previousUntil: new Date(Date.now() - 1) }
  await expect(verify(token, [over])).rejects.toThrow(SIGNATURE)
})

test('a secret opens for its own signer and knowledge base alone', async () => {
  const moved = { ...bySecret, id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5d' }
  await expect(verify(hs(good()), [moved])).rejects.toThrow(/auth/)
})
