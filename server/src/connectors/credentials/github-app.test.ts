import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GitHubHost } from '../../../../test/fakes/github-host.ts'
import { startGitHubHost } from '../../../../test/fakes/github-host.ts'
import type { PageFetcher } from '../../platform/network/fetch-page.ts'
import { createPageFetcher } from '../../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../../platform/network/private-hosts.ts'
import { restAddress } from '../github/github-addresses.ts'
import { createInstallationTokens, isRsaKey } from './github-app.ts'
import { createTokenCache } from './token-cache.ts'

let host: GitHubHost
let fetcher: PageFetcher
beforeAll(async () => {
  host = await startGitHubHost()
  const allowPrivate = parsePrivateHosts('127.0.0.1')
  fetcher = createPageFetcher({ userAgent: 'FootnoteBot/0.1', allowPrivate })
})
beforeEach(() => {
  host.state = 'installed'
  host.repositories = ['docs']
  host.tokenSeconds = 3600
  host.tokens.clear()
  host.requests.length = 0
})
afterAll(async () => {
  await fetcher.close()
  await host.close()
})

const makeApp = (change: object = {}) => ({ type: 'github_app' as const, ...host.app, ...change })
const tokensAt = (now?: () => number) => {
  const tokens = createInstallationTokens(fetcher.fetchPage, createTokenCache(now), now)
  return (app = makeApp(), refused?: string, path = '/acme/docs.git') =>
    tokens.tokenFor(app, { origin: host.origin, path, reads: ['contents'] }, refused)
}

test('a token is kept until shortly before it expires, and limited to the repository', async () => {
  let now = Date.now()
  const tokenFor = tokensAt(() => now)
  const first = await tokenFor()
  now += 54 * 60_000
  expect(await tokenFor()).toBe(first)
  expect(host.requests.length).toBe(1)
  expect(host.tokens.get(first)?.limits).toEqual({
    repositories: ['docs'],
    permissions: { contents: 'read' },
  })
  // Four minutes before it would expire another is asked for; the clock of the host is ours.
  now = Date.now() + 56 * 60_000
  await expect(tokenFor()).rejects.toThrow(/does not know the app/)
  now = Date.now()
  const second = await tokenFor()
  expect(second).not.toBe(first)
})

test('of requests at the same time one asks, and a token that was refused is not given again', async () => {
  const tokenFor = tokensAt()
  const [one] = await Promise.all([tokenFor(), tokenFor(), tokenFor()])
  expect(await tokenFor(makeApp(), 'another token')).toBe(one)
  const next = await tokenFor(makeApp(), one)
  expect(next).not.toBe(one)
  expect(await tokenFor()).toBe(next)
})

test('keys are read as GitHub gives them out and converted', async () => {
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    await expect(tokensAt()(makeApp({ private_key: host.keyAs(type) }))).resolves.toMatch(/^ghs_/)
    expect(isRsaKey(host.keyAs(type))).toBe(true)
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(isRsaKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBe(false)
  expect(isRsaKey('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')).toBe(false)
})

const otherKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()

test.each<[string, () => object, RegExp]>([
  ['another key', () => makeApp({ private_key: otherKey() }), /does not know the app.*401/],
  ['another app', () => makeApp({ app_id: '99' }), /does not know the app.*401/],
  ['another installation', () => makeApp({ installation_id: '1' }), /no such installation.*404/],
])('%s is refused in plain words', async (_, app, reason) => {
  await expect(tokensAt()(makeApp(app()))).rejects.toThrow(reason)
})

test.each<[GitHubHost['state'], string, RegExp]>([
  ['suspended', 'SourceError', /may be suspended.*403/],
  ['removed', 'SourceError', /no such installation.*404/],
  ['sending HTML', 'SourceError', /sends no token/],
  ['failing', 'Error', /answers with status 502/],
])('while the installation is %s the failure is a %s', async (state, name, message) => {
  const tokenFor = tokensAt()
  host.state = state
  await expect(tokenFor()).rejects.toMatchObject({ name, message: expect.stringMatching(message) })
  // A failure is not kept.
  host.state = 'installed'
  await expect(tokenFor()).resolves.toMatch(/^ghs_/)
})

test('a repository that the installation may not read is named as the reason', async () => {
  host.repositories = ['other']
  await expect(tokensAt()()).rejects.toThrow(/may not read this repository.*422/)
})

test('the API of each kind of GitHub is found from its address', () => {
  expect(restAddress('https://github.com')).toBe('https://api.github.com')
  expect(restAddress('https://acme.ghe.com')).toBe('https://api.acme.ghe.com')
  expect(restAddress('https://github.acme.example')).toBe('https://github.acme.example/api/v3')
  expect(restAddress('https://evil-github.com')).toBe('https://evil-github.com/api/v3')
})
