import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CUT_OFF, SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FakeDiscourse } from '../../../../test/fakes/discourse/discourse.ts'
import { RATE_LIMITED, startFakeDiscourse } from '../../../../test/fakes/discourse/discourse.ts'
import type { FakeTopic } from '../../../../test/fakes/discourse/discourse-wire.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { useApiSources } from '../testing/api-source.ts'
import { listAll } from '../testing/crawl.ts'

let discourse: FakeDiscourse
beforeAll(async () => {
  discourse = await startFakeDiscourse()
})
afterAll(() => discourse.close())

const { connect: connectTo, pauses } = useApiSources()
const { signal } = new AbortController()

const SOLVED = { cooked: '<p>Run <code>keys rotate</code>.</p>', isAccepted: true }

const topic = (id: number, change: Partial<FakeTopic> = {}): FakeTopic => ({
  id,
  title: `Rotate key ${id}?`,
  cooked: `<p>How do I rotate key ${id}?</p>`,
  bumped_at: `2026-10-05T14:50:0${id}.000Z`,
  category_id: 5,
  replies: [{ cooked: '<p>Me too!</p>' }, SOLVED],
  ...change,
})

beforeEach(() => {
  const calls = discourse.calls
  Object.assign(discourse, {
    topics: [1, 2, 3, 4, 5].map((id) => topic(id)),
    categories: [{ id: 5, name: 'Help', slug: 'help' }],
    apiKey: 'heron-quartz-discourse-key',
    isOpen: false,
    perBatch: 2,
    postsShown: 20,
    isOld: false,
    hasTagObjects: false,
    afterBatch: () => undefined,
  })
  calls.length = 0
  pauses.length = 0
})

const credential = (password = discourse.apiKey) => ({
  type: 'basic' as const,
  username: discourse.username,
  password,
})
const connect = (
  settings: object = {},
  signsIn: ReturnType<typeof credential> | null = credential(),
) => connectTo({ type: 'discourse', url: `${discourse.origin}/forum/`, ...settings }, signsIn)
const fetchOne = (id: number, settings: object = {}) =>
  connect(settings).fetch({ key: `topic:${id}`, version: null, validators: null }, signal)
const names = (found: readonly FoundPage[]) =>
  found.map(({ key, listed }) => (listed?.kind === 'skipped' ? `${key}: ${listed.reason}` : key))
const ALL = [5, 4, 3, 2, 1].map((id) => `topic:${id}`)

test('every solved topic is listed once, with a version that a reply or an answer changes', async () => {
  discourse.topics[0] = topic(1, { replies: [] })
  const before = await listAll(connect())
  expect(names(before)).toEqual(ALL.with(4, 'topic:1: It has no accepted answer.'))
  discourse.topics[0] = topic(1, { replies: [SOLVED] })
  discourse.topics[1] = topic(2, { title: 'Renamed' })
  discourse.topics[2] = topic(3, { bumped_at: '2026-10-05T14:50:03.500Z' })
  const after = await listAll(connect())
  expect(names(after)).toEqual(ALL)
  const isSame = after.map(({ version }, n) => version === before[n]?.version)
  expect(isSame).toEqual([true, true, false, false, false])
  const paths = discourse.calls.slice(0, 6).map(({ url }) => `${url.pathname}${url.search}`)
  expect(paths).toEqual([
    '/forum/site.json',
    '/forum/c/help/5.json?page=0',
    '/forum/c/help/5.json?page=1',
    '/forum/c/help/5.json?page=2',
    '/forum/c/help/5.json?page=0',
    '/forum/site.json',
  ])
  for (const { headers } of discourse.calls) expect(headers.authorization).toBeUndefined()
})

test('a topic is its question and the accepted answers', async () => {
  const replies = [
    SOLVED,
    { cooked: '<p>No.</p>' },
    { cooked: '<p>Or wait.</p>', isAccepted: true },
  ]
  discourse.topics = [topic(1, { replies })]
  expect(await fetchOne(1)).toEqual({
    kind: 'fetched',
    found: [],
    page: {
      url: `${discourse.origin}/forum/t/rotate-key-1-/1`,
      title: 'Rotate key 1?',
      content:
        '<!doctype html><html><head><title>Rotate key 1?</title></head><body><main>' +
        '<h1>Rotate key 1?</h1><p>How do I rotate key 1?</p><h2>Answer</h2>' +
        '<p>Run <code>keys rotate</code>.</p><p>Or wait.</p></main></body></html>',
      contentType: 'text/html',
      publishedAt: new Date('2026-05-01T08:00:00Z'),
      validators: null,
    },
  })
  discourse.topics = [topic(1, { slug: '' })]
  expect(await fetchOne(1)).toMatchObject({ page: { url: `${discourse.origin}/forum/t/1` } })
})

test.each([false, true])(
  'an answer beyond the first posts is asked for; old version: %s',
  async (isOld) => {
    Object.assign(discourse, { isOld, postsShown: 2 })
    const outcome = await fetchOne(1)
    expect(outcome).toMatchObject({
      page: { content: expect.stringContaining('<h2>Answer</h2><p>Run <code>keys rotate') },
    })
    expect(discourse.calls.at(-1)?.url.pathname).toBe('/forum/posts/by_number/1/3.json')
    discourse.interrupt(/by_number/, { status: 404, body: {} })
    expect(await fetchOne(1)).toMatchObject({ reason: 'It has no accepted answer.' })
  },
)

test('topics without an answer are read with their first posts, if they are wanted', async () => {
  const replies = [{ cooked: '<p>Try this.</p>' }, { cooked: '<p>Spam.</p>', hidden: true }]
  discourse.topics = [topic(1, { replies }), topic(2, { replies: [] })]
  expect(await fetchOne(1)).toMatchObject({ kind: 'skipped', reason: 'It has no accepted answer.' })
  expect(names(await listAll(connect({ topics: 'all' })))).toEqual(['topic:2', 'topic:1'])
  const outcome = await fetchOne(1, { topics: 'all' })
  expect(outcome).toMatchObject({
    page: { content: expect.stringContaining('key 1?</p><p>Try this.</p></main>') },
  })
})

test('what is hidden, unlisted or no topic is left out, and what is deleted is gone', async () => {
  discourse.topics = [
    topic(1, { visible: false }),
    topic(2, { archetype: 'banner' }),
    topic(3, { hidden: true }),
  ]
  expect(names(await listAll(connect()))).toEqual([
    'topic:3',
    'topic:2: It is hidden or unlisted.',
    'topic:1: It is hidden or unlisted.',
  ])
  for (const id of [1, 2, 3]) {
    expect(await fetchOne(id)).toMatchObject({
      kind: 'skipped',
      reason: 'It is hidden or unlisted.',
    })
  }
  expect(await fetchOne(4)).toMatchObject({ kind: 'gone' })
  discourse.interrupt(/\/t\/3/, { status: 403, body: {} })
  expect(await fetchOne(3)).toMatchObject({ kind: 'skipped', reason: /403/ })
})

const CATEGORIES = [
  { id: 5, name: 'Help', slug: 'help' },
  { id: 6, name: 'Keys', slug: 'keys', parent_category_id: 5 },
  { id: 7, name: 'Staff', slug: 'staff', read_restricted: true },
  { id: 8, name: 'Desk', slug: 'desk', parent_category_id: 7 },
]

test('categories are chosen with what is in them, and tags choose topics', async () => {
  discourse.categories = CATEGORIES.slice(0, 2)
  discourse.topics = [
    topic(1, { tags: ['faq', 'cli'] }),
    topic(2, { category_id: 6, tags: ['cli'] }),
    topic(3, { category_id: 6 }),
  ]
  const found = await listAll(connect({ categories: ['Help'] }))
  expect(found.map(({ key, containers }) => [key, containers])).toEqual([
    ['topic:3', ['category:Keys', 'category:Help']],
    ['topic:2', ['category:Keys', 'category:Help', 'tag:cli']],
    ['topic:1', ['category:Help', 'tag:faq', 'tag:cli']],
  ])
  expect(names(await listAll(connect({ categories: ['6'] })))).toEqual(['topic:3', 'topic:2'])
  for (const hasTagObjects of [false, true]) {
    discourse.hasTagObjects = hasTagObjects
    expect(names(await listAll(connect({ tags: ['cli'] })))).toEqual(['topic:2', 'topic:1'])
  }
  await expect(listAll(connect({ categories: ['help', 'nope'] }))).rejects.toThrow(
    /no category nope, or the credentials of the source may not see it/,
  )
})

test('a category that only some people see is left out, with what is in it, unless it is wanted', async () => {
  discourse.categories = CATEGORIES
  discourse.topics = [topic(1), topic(2, { category_id: 7 }), topic(3, { category_id: 8 })]
  const reason = 'Only some people may see its category in Discourse.'
  expect(names(await listAll(connect()))).toEqual([
    'topic:1',
    `topic:3: ${reason}`,
    `topic:2: ${reason}`,
  ])
  const included = await listAll(connect({ restricted_categories: 'include' }))
  expect(names(included)).toEqual(['topic:1', 'topic:3', 'topic:2'])
})

test('an open forum is read without a key', async () => {
  discourse.isOpen = true
  discourse.categories = CATEGORIES.slice(0, 3)
  expect(names(await listAll(connect({}, null)))).toEqual(ALL)
  await expect(listAll(connect({ categories: ['staff'] }, null))).rejects.toThrow(
    /no category staff, or readers without credentials may not see it/,
  )
  discourse.categories = []
  await expect(listAll(connect({}, null))).rejects.toThrow(/shows no category/)
})

test('a topic that is bumped while the list is read is there, and none is there twice', async () => {
  let batches = 0
  discourse.afterBatch = () => {
    batches += 1
    if (batches === 1) discourse.topics[0] = topic(1, { bumped_at: '2026-10-06T00:00:00.000Z' })
  }
  expect(names(await listAll(connect())).toSorted()).toEqual(ALL.toReversed())
})

test('a category that is withdrawn while it is read ends the listing', async () => {
  discourse.categories = CATEGORIES.slice(0, 2)
  discourse.afterBatch = () => (discourse.categories = CATEGORIES.slice(0, 1))
  await expect(listAll(connect())).rejects.toThrow(SourceError)
  discourse.categories = CATEGORIES.slice(0, 2)
  let left = 6
  discourse.afterBatch = () => {
    left -= 1
    if (left === 0) discourse.categories = CATEGORIES.slice(0, 1)
  }
  await expect(listAll(connect())).rejects.toThrow('no longer shows the category Keys')
})

test('it says what it can read, and a wrong or withdrawn key is refused', async () => {
  expect(await connect().check(signal)).toBe('the category Help')
  discourse.categories = CATEGORIES.slice(0, 2)
  expect(await connect().check(signal)).toBe('the categories Help, Keys')
  await expect(connect({}, credential('wrong')).check(signal)).rejects.toThrow(/status 403/)
  const connector = connect()
  discourse.afterBatch = () => (discourse.apiKey = 'another')
  await expect(listAll(connector)).rejects.toThrow(SourceError)
})

test('it waits as long as it is asked to, and goes on where it was', async () => {
  discourse.interrupt(/\/c\//, RATE_LIMITED, { status: 429 })
  expect(await listAll(connect())).toHaveLength(5)
  expect(pauses).toEqual([27_000, 60_000])
})

test.each([
  ['a server error', [{ status: 500 }, { status: 500 }, { status: 500 }], /status 500/],
  ['data that is cut off', [CUT_OFF, CUT_OFF, CUT_OFF], /sent data that is cut off/],
  ['a sign-in page', [SIGN_IN_PAGE], /sends a web page, such as for signing in/],
  ['a refusal', [{ status: 403, body: {} }], /\(status 403\)/],
  ['data of another kind', [{ body: { topics: [] } }], /something unexpected in topic_list/],
])('%s ends the listing', async (_name, faults, reason) => {
  discourse.interrupt(/\/c\//, ...faults)
  await expect(listAll(connect())).rejects.toThrow(reason)
})

test('1,000 topics take a request for each page of them', async () => {
  discourse.perBatch = 100
  discourse.topics = Array.from({ length: 1_000 }, (_, id) => topic(id))
  expect(await listAll(connect())).toHaveLength(1_000)
  // And one to see whether any moved, and two for the categories.
  expect(discourse.calls).toHaveLength(13)
})
