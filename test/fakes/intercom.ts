import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

type FakeTranslation = { title: string; body: string; state?: 'published' | 'draft' }

export type FakeIntercomArticle = {
  id: number
  title: string
  body: string | null
  updated_at: number
  state?: 'published' | 'draft'
  help_center_audience?: string
  /** Ids of the collections it is in. */
  parent_ids?: number[]
  /** false: the help center is not open. */
  hasUrl?: boolean
  /** By locale. The article itself is in English then. */
  translations?: Readonly<Record<string, FakeTranslation>>
}

/** A workspace whose help center one access token reads. */
export type FakeIntercom = FakeApi & {
  articles: FakeIntercomArticle[]
  collections: { id: string; name: string; parent_id: string | null }[]
  token: string
  /** Articles in one reply, whatever was asked for. */
  perBatch: number
  /** Whether its pages have cursors, or are counted. */
  hasCursors: boolean
  afterBatch: (count: number) => void
}

export async function startFakeIntercom(): Promise<FakeIntercom> {
  let batches = 0
  const api = await startFakeApi((call, origin) => answer(call, origin))
  const intercom: FakeIntercom = Object.assign(api, {
    articles: [],
    collections: [],
    token: 'dG9rOm90dGVyLXF1YXJ0eg==',
    perBatch: 2,
    hasCursors: false,
    afterBatch: () => undefined,
  })
  return intercom

  function answer({ url, headers }: ApiCall, origin: string): ApiAnswer {
    if (headers.authorization !== `Bearer ${intercom.token}`) return refuse(401, 'unauthorized')
    if (headers['intercom-version'] !== '2.16') return refuse(400, 'intercom_version_invalid')
    if (url.pathname === '/me') {
      return { body: { type: 'admin', id: '1', app: { type: 'app', name: 'Acme' } } }
    }
    if (url.pathname === '/articles') return list(url, origin)
    if (url.pathname === '/help_center/collections') return listCollections(url, origin)
    const id = /^\/articles\/(\d+)$/.exec(url.pathname)?.[1]
    const article = intercom.articles.find((one) => String(one.id) === id)
    return article ? { body: toWire(article, origin) } : refuse(404, 'not_found')
  }

  function listCollections({ searchParams }: URL, origin: string): ApiAnswer {
    const page = Number(searchParams.get('page') ?? 1)
    const end = page * intercom.perBatch
    const isLast = end >= intercom.collections.length
    const next = isLast ? null : `${origin}/help_center/collections?page=${page + 1}`
    const data = intercom.collections.slice(end - intercom.perBatch, end)
    return {
      body: {
        type: 'list',
        data,
        pages: { type: 'pages', page, per_page: 50, total_pages: 9, next },
      },
    }
  }

  /** Counted pages shift when an article changes; a cursor is the id of the last article. */
  function list({ searchParams }: URL, origin: string): ApiAnswer {
    const sorted = intercom.articles.toSorted((a, b) => b.updated_at - a.updated_at)
    const after = searchParams.get('starting_after')
    const page = Number(searchParams.get('page') ?? 1)
    const from =
      after === null
        ? (page - 1) * intercom.perBatch
        : sorted.findIndex(({ id }) => String(id) === after) + 1
    const part = sorted.slice(from, from + intercom.perBatch)
    const next = intercom.hasCursors
      ? { page: page + 1, starting_after: String(part.at(-1)?.id) }
      : `${origin}/articles?page=${page + 1}`
    const isLast = from + intercom.perBatch >= sorted.length
    batches += 1
    const body = {
      type: 'list',
      total_count: sorted.length,
      pages: { type: 'pages', page, per_page: 50, total_pages: 9, next: isLast ? null : next },
      data: part.map((article) => toWire(article, origin)),
    }
    intercom.afterBatch(batches)
    return { body }
  }
}

const refuse = (status: number, code: string): ApiAnswer => ({
  status,
  body: { type: 'error.list', request_id: 'c0ffee', errors: [{ code, message: code }] },
})

function toWire(article: FakeIntercomArticle, origin: string): object {
  const { id, title, body, updated_at, state = 'published', translations } = article
  const { help_center_audience = 'everyone', hasUrl = true } = article
  const content = (
    language: string,
    own: FakeTranslation | { title: string; body: string | null },
  ) => ({
    type: 'article_content',
    description: '',
    author_id: 7,
    state: 'published',
    created_at: 1_748_770_000,
    updated_at,
    ...own,
    url: `${origin}/${language}/articles/${id}`,
  })
  const translated = Object.entries(translations ?? {}).map(([language, own]) => [
    language,
    content(language, own),
  ])
  return {
    type: 'article',
    id: String(id),
    parent_id: article.parent_ids?.at(-1) ?? null,
    parent_type: 'collection',
    parent_ids: article.parent_ids ?? [],
    workspace_id: 'k3x9p2qa',
    title,
    description: '',
    body,
    author_id: 7,
    state,
    created_at: 1_748_770_000,
    updated_at,
    has_unpublished_changes: false,
    url: hasUrl ? `${origin}/en/articles/${id}` : null,
    help_center_audience,
    default_locale: translations === undefined ? null : 'en',
    translated_content:
      translations === undefined
        ? null
        : {
            type: 'article_translated_content',
            en: content('en', { title, body }),
            ...Object.fromEntries(translated),
          },
  }
}
