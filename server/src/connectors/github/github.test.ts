import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeGitHubThreads, FakeThread } from '../../../../test/fakes/github-threads.ts'
import { RATE_LIMITED, startFakeGitHubThreads } from '../../../../test/fakes/github-threads.ts'
import { SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { listAll } from '../testing/crawl.ts'
import { graphqlAddress } from './github-addresses.ts'

let github: FakeGitHubThreads
beforeAll(async () => {
  github = await startFakeGitHubThreads()
})
afterAll(() => github.close())

const { connect: connectTo, pauses } = useApiSources()

const issue = (number: number, change: Partial<FakeThread> = {}): FakeThread => ({
  kind: 'issue',
  number,
  title: `Keys expire early (${number})`,
  body: 'After upgrading, keys expire.\n\n<!-- Which version? -->',
  updatedAt: `2026-05-01T08:00:0${number}Z`,
  comments: [{ body: 'Set `EXPIRY` to 30 days.' }],
  ...change,
})
const discussion = (number: number, change: Partial<FakeThread> = {}): FakeThread => ({
  kind: 'discussion',
  number,
  title: 'How to rotate?',
  body: 'How do I rotate keys?',
  updatedAt: `2026-05-02T08:00:0${number}Z`,
  answer: { body: '> How do I\n> rotate keys?\n\nRun `footnote keys rotate`.' },
  ...change,
})

beforeEach(() => {
  github.threads = [issue(1), issue(2), issue(3), discussion(4)]
  github.isShared = true
  github.afterBatch = () => undefined
  github.calls.length = 0
  pauses.length = 0
})

const token = () => ({ type: 'token' as const, token: github.token })
const connect = (settings: object = {}, credential: Parameters<typeof connectTo>[1] = token()) =>
  connectTo({ type: 'github', repository: `${github.origin}/acme/docs`, ...settings }, credential)
const names = (found: readonly FoundPage[]) =>
  found.map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))
const findContent = (found: readonly FoundPage[], key: string) => {
  const listed = found.find((page) => page.key === key)?.listed
  return listed?.kind === 'fetched' ? listed.page.content : undefined
}

test('threads come whole with the listing, as a question and its answer', async () => {
  const found = await listAll(connect())
  expect(found.map(({ key, version }) => [key, version])).toEqual([
    ['issue:1', '2026-05-01T08:00:01Z'],
    ['issue:2', '2026-05-01T08:00:02Z'],
    ['issue:3', '2026-05-01T08:00:03Z'],
    ['discussion:4', '2026-05-02T08:00:04Z'],
  ])
  expect(findContent(found, 'issue:1')).toBe(
    '# Keys expire early (1)\n\nAfter upgrading, keys expire.\n\n<!-- Which version? -->\n\n' +
      '## Answer\n\nSet `EXPIRY` to 30 days.',
  )
  expect(findContent(found, 'discussion:4')).toBe(
    '# How to rotate?\n\nHow do I rotate keys?\n\n## Answer\n\nRun `footnote keys rotate`.',
  )
  expect(github.calls).toHaveLength(3)
})

test('an issue is in its labels, and a discussion in its category too', async () => {
  github.threads = [
    issue(1, { labels: ['bug', 'area: keys'] }),
    discussion(4, { category: 'Ideas', labels: ['faq'] }),
  ]
  expect((await listAll(connect())).map(({ containers }) => containers)).toEqual([
    ['label:bug', 'label:area: keys'],
    ['category:Ideas', 'label:faq'],
  ])
})

test('what was not resolved, or not answered by the project, is left out with the reason', async () => {
  github.threads = [
    issue(1, { stateReason: 'NOT_PLANNED' }),
    issue(2, { stateReason: 'DUPLICATE' }),
    issue(3, { comments: [{ body: 'Me too!', authorAssociation: 'NONE' }] }),
    issue(4, { comments: [{ body: 'Stale.', author: 'Bot' }] }),
    issue(5, { comments: [{ body: 'Spam.', isMinimized: true }] }),
    issue(6, { comments: [{ body: '> only a quote' }] }),
    issue(7, { state: 'OPEN' }),
    issue(8, { stateReason: null, comments: [{ body: 'Fixed in 2.', author: null }] }),
    discussion(9, { answer: null }),
  ]
  expect(names(await listAll(connect()))).toEqual([
    'issue:1: It was closed without being resolved.',
    'issue:2: It was closed without being resolved.',
    'issue:3: Nobody of the project has answered it.',
    'issue:4: Nobody of the project has answered it.',
    'issue:5: Nobody of the project has answered it.',
    'issue:6: Nobody of the project has answered it.',
    'issue:8',
  ])
})

test('an alert in an answer is no quote', async () => {
  const body = '> as asked\n\n> [!NOTE]\n> Keys last 30 days.\n\nThat is all.'
  github.threads = [issue(1, { comments: [{ body }] })]
  expect(findContent(await listAll(connect()), 'issue:1')).toMatch(
    /## Answer\n\n> \[!NOTE\]\n> Keys last 30 days\.\n\nThat is all\.$/,
  )
})

test('issues with a label, or discussions alone', async () => {
  github.threads = [issue(1, { labels: ['faq'] }), issue(2), discussion(4)]
  expect(names(await listAll(connect({ labels: ['faq', 'docs'] })))).toEqual([
    'issue:1',
    'discussion:4',
  ])
  expect(names(await listAll(connect({ issues: false })))).toEqual(['discussion:4'])
  expect(names(await listAll(connect({ discussions: false })))).toEqual(['issue:1', 'issue:2'])
})

test('a thread that is asked for by itself is the same; one that was deleted or opened again goes', async () => {
  const connector = connect()
  const found = await listAll(connector)
  const { signal } = new AbortController()
  const fetch = (key: string) => connector.fetch({ key, version: null, validators: null }, signal)
  for (const { key, listed } of found) expect(await fetch(key)).toEqual({ ...listed, found: [] })
  github.threads = [issue(1, { state: 'OPEN' })]
  expect(await fetch('issue:1')).toMatchObject({ kind: 'skipped', reason: 'It is open.' })
  expect(await fetch('issue:2')).toEqual({ kind: 'gone', reason: 'The issue was deleted.' })
  expect(await fetch('discussion:4')).toMatchObject({ kind: 'gone' })
})

test('a thread that is answered while the list is read is listed once', async () => {
  github.afterBatch = (count) => {
    if (count === 1) github.threads = [issue(2), issue(3), issue(1, { updatedAt: '2026-06-01' })]
  }
  const found = await listAll(connect({ discussions: false }))
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
})

test('it waits until the limit ends, whichever way GitHub says so', async () => {
  const soon = String(Math.floor(Date.now() / 1000) + 90)
  github.interrupt(
    /graphql/,
    { ...RATE_LIMITED, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon } },
    { status: 403, headers: { 'retry-after': '7' }, body: { message: 'secondary rate limit' } },
    { status: 502, body: {} },
  )
  expect(await listAll(connect())).toHaveLength(4)
  expect(pauses.slice(0, 2).every((pause) => pause > 60_000 && pause <= 90_000)).toBe(true)
  expect(pauses.slice(2)).toEqual([7_000, 2_000])
})

test.each([
  ['a wrong token', { status: 401, body: {} }, /rejects the credentials of the source/],
  ['a sign-in page', SIGN_IN_PAGE, /sends a web page/],
  [
    'a token that lacks a permission',
    { body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible' }] } },
    /^GitHub: Resource not accessible/,
  ],
])('%s ends the listing', async (_name, fault, reason) => {
  github.interrupt(/graphql/, fault)
  const listing = listAll(connect())
  await expect(listing).rejects.toThrow(SourceError)
  await expect(listing).rejects.toThrow(reason)
})

test('a repository that is no longer shared looks like no deletion', async () => {
  github.isShared = false
  await expect(listAll(connect())).rejects.toThrow(/is not there, or the credentials of the source/)
  const { signal } = new AbortController()
  const known = { key: 'issue:1', version: null, validators: null }
  await expect(connect().fetch(known, signal)).rejects.toThrow(SourceError)
})

test('without signing in GitHub says nothing', async () => {
  await expect(listAll(connect({}, null))).rejects.toThrow('GitHub requires signing in')
})

test('each GitHub has its own address for this', () => {
  expect(graphqlAddress('https://github.com/acme/docs')).toBe('https://api.github.com/graphql')
  expect(graphqlAddress('https://acme.ghe.com/acme/docs')).toBe('https://api.acme.ghe.com/graphql')
  expect(graphqlAddress('https://git.acme.example/acme/docs')).toBe(
    'https://git.acme.example/api/graphql',
  )
})
