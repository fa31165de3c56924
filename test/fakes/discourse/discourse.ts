import type { ApiAnswer, ApiCall, FakeApi } from '../fake-api.ts'
import { startFakeApi } from '../fake-api.ts'
import type { FakeCategory, FakeTopic } from './discourse-wire.ts'
import { categoryToWire, listedToWire, postsToWire, topicToWire } from './discourse-wire.ts'

/** A forum for those who have its key; others too if it is open. */
export type FakeDiscourse = FakeApi & {
  topics: FakeTopic[]
  categories: FakeCategory[]
  username: string
  apiKey: string
  isOpen: boolean
  /** Topics in one reply, whatever was asked for. */
  perBatch: number
  /** Posts that come with a topic. */
  postsShown: number
  /** As before version 3.5: only the number of the one answer. */
  isOld: boolean
  /** Tags are objects. */
  hasTagObjects: boolean
  afterBatch: (count: number) => void
}

export async function startFakeDiscourse(): Promise<FakeDiscourse> {
  let batches = 0
  const api = await startFakeApi((call) => answer(call))
  const discourse: FakeDiscourse = Object.assign(api, {
    topics: [],
    categories: [{ id: 5, name: 'Help', slug: 'help' }],
    username: 'footnote',
    apiKey: 'heron-quartz-discourse-key',
    isOpen: false,
    perBatch: 2,
    postsShown: 20,
    isOld: false,
    hasTagObjects: false,
    afterBatch: () => undefined,
  })
  return discourse

  function answer({ url, headers }: ApiCall): ApiAnswer {
    const key = headers['api-key']
    const isSignedIn = key === discourse.apiKey && headers['api-username'] === discourse.username
    if (!isSignedIn && (key !== undefined || !discourse.isOpen))
      return refuse(403, 'invalid_access')
    const { pathname, searchParams } = url
    const seen = discourse.categories.filter((one) => isSignedIn || one.read_restricted !== true)
    if (pathname === '/forum/site.json') {
      return { body: { categories: seen.map(categoryToWire), default_archetype: 'regular' } }
    }
    const [, path = '', category] = /^\/forum\/c\/(.+)\/(\d+)\.json$/.exec(pathname) ?? []
    if (category !== undefined) {
      const found = seen.find(({ id }) => String(id) === category)
      if (!found) return refuse(404, 'not_found')
      // Another path is redirected to its own.
      if (path !== slugPath(found)) return { status: 301, headers: { location: '/forum/latest' } }
      return list(found, Number(searchParams.get('page') ?? 0))
    }
    const topic = discourse.topics.find(
      ({ id }) => String(id) === /^\/forum\/t\/(\d+)\.json$/.exec(pathname)?.[1],
    )
    if (topic) return { body: topicToWire(topic, discourse) }
    const [, id, number] = /^\/forum\/posts\/by_number\/(\d+)\/(\d+)\.json$/.exec(pathname) ?? []
    const post = discourse.topics
      .filter((one) => String(one.id) === id)
      .flatMap(postsToWire)
      .find(({ post_number }) => String(post_number) === number)
    return post ? { body: post } : refuse(404, 'not_found')
  }

  function slugPath({ slug, parent_category_id }: FakeCategory): string {
    const parent = discourse.categories.find(({ id }) => id === parent_category_id)
    return parent ? `${slugPath(parent)}/${slug}` : slug
  }

  /** With what is in its subcategories, those first that were bumped last. */
  function list({ id, slug }: FakeCategory, page: number): ApiAnswer {
    const below = discourse.categories.filter(({ parent_category_id }) => parent_category_id === id)
    const ids = new Set([id, ...below.map((one) => one.id)])
    const sorted = discourse.topics
      .filter(({ category_id }) => ids.has(category_id))
      .toSorted((a, b) => b.bumped_at.localeCompare(a.bumped_at))
    const from = page * discourse.perBatch
    const isMore = from + discourse.perBatch < sorted.length
    batches += 1
    const body = {
      users: [],
      topic_list: {
        can_create_topic: false,
        per_page: 30,
        ...(isMore ? { more_topics_url: `/c/${slug}/${id}?page=${page + 1}` } : {}),
        topics: sorted
          .slice(from, from + discourse.perBatch)
          .map((topic) => listedToWire(topic, discourse)),
      },
    }
    discourse.afterBatch(batches)
    return { body }
  }
}

const refuse = (status: number, type: string): ApiAnswer => ({
  status,
  body: { errors: ['You are not permitted to view the requested resource.'], error_type: type },
})

export const RATE_LIMITED: ApiAnswer = {
  status: 429,
  headers: { 'retry-after': '27' },
  body: {
    errors: ['You’ve performed this action too many times.'],
    error_type: 'rate_limit',
    extras: { wait_seconds: 27 },
  },
}
