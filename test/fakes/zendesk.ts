import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

export type FakeArticle = {
  id: number
  locale?: string
  title: string
  body: string | null
  draft?: boolean
  updated_at: string
  /** null: everyone. */
  user_segment_id?: number | null
  section_id?: number
}

/** A help center with one OAuth client. Whoever does not sign in sees what everyone sees. */
export type FakeZendesk = FakeApi & {
  articles: FakeArticle[]
  sections: { id: number; name: string; category_id: number; parent_section_id?: number }[]
  categories: { id: number; name: string }[]
  locales: string[]
  readonly client: { client_id: string; client_secret: string }
  /** Articles in one reply, whatever was asked for. */
  perBatch: number
  /** Ends every token at once. */
  revokeTokens(): void
  /** After this many batches something happens, such as a change of the articles. */
  afterBatch: (count: number) => void
}

const EVERYONE = null

export async function startFakeZendesk(): Promise<FakeZendesk> {
  const tokens = new Set<string>()
  let issued = 0
  let batches = 0
  const api = await startFakeApi((call, origin) => answer(call, origin))
  const zendesk: FakeZendesk = Object.assign(api, {
    articles: [],
    sections: [],
    categories: [],
    locales: ['en-us'],
    client: { client_id: 'footnote_reader', client_secret: 'heron-quartz-client-secret' },
    perBatch: 2,
    revokeTokens: () => tokens.clear(),
    afterBatch: () => undefined,
  })
  return zendesk

  function answer(call: ApiCall, origin: string): ApiAnswer {
    const { pathname } = call.url
    if (pathname === '/oauth/tokens') return issueToken(call)
    const authorization = call.headers.authorization
    const isSignedIn = authorization !== undefined && tokens.has(authorization)
    if (authorization !== undefined && !isSignedIn) {
      return { status: 401, body: { error: 'invalid_token' } }
    }
    if (pathname === '/api/v2/help_center/locales') {
      return { body: { locales: zendesk.locales, default_locale: zendesk.locales[0] } }
    }
    const [, place = '', kind] =
      /^\/api\/v2\/help_center\/([\w-]+)\/(sections|categories)$/.exec(pathname) ?? []
    if ((kind === 'sections' || kind === 'categories') && zendesk.locales.includes(place)) {
      return { body: { [kind]: zendesk[kind], meta: { has_more: false }, links: { next: null } } }
    }
    const [, locale = '', id] =
      /^\/api\/v2\/help_center\/([\w-]+)\/articles(?:\/(\d+))?$/.exec(pathname) ?? []
    const seen = zendesk.articles.filter(
      (article) => (article.locale ?? 'en-us') === locale && (isSignedIn || isOpen(article)),
    )
    if (!zendesk.locales.includes(locale)) return { status: 404, body: { error: 'RecordNotFound' } }
    if (id === undefined) return answerList(call.url, origin, seen)
    const article = seen.find((one) => String(one.id) === id)
    if (!article) return { status: 404, body: { error: 'RecordNotFound' } }
    return { body: { article: toWire(article, origin) } }
  }

  function answerList(url: URL, origin: string, seen: readonly FakeArticle[]): ApiAnswer {
    // Without it pages are counted, which Zendesk refuses after a hundred.
    if (!url.searchParams.has('page[size]')) {
      return { status: 400, body: { error: 'LimitError' } }
    }
    const sorted = seen.toSorted((a, b) => a.updated_at.localeCompare(b.updated_at))
    const from = Number(url.searchParams.get('page[after]') ?? 0)
    const part = sorted.slice(from, from + zendesk.perBatch)
    const next = new URL(url)
    next.searchParams.set('page[after]', String(from + zendesk.perBatch))
    const hasMore = from + zendesk.perBatch < sorted.length
    batches += 1
    const reply = {
      articles: part.map((article) => toWire(article, origin)),
      meta: { has_more: hasMore, after_cursor: 'x', before_cursor: 'y' },
      links: { next: hasMore ? next.href : null, prev: null },
    }
    zendesk.afterBatch(batches)
    return { headers: { 'x-rate-limit': '200', 'x-rate-limit-remaining': '180' }, body: reply }
  }

  function issueToken({ method, body }: ApiCall): ApiAnswer {
    const asked = JSON.parse(body.toString()) as Record<string, string>
    const { client_id, client_secret } = zendesk.client
    const isKnown =
      method === 'POST' &&
      asked['grant_type'] === 'client_credentials' &&
      asked['client_id'] === client_id &&
      asked['client_secret'] === client_secret
    if (!isKnown) return { status: 401, body: { error: 'invalid_client' } }
    issued += 1
    const token = `otter-quartz-token-${issued}`
    tokens.add(`Bearer ${token}`)
    return { body: { access_token: token, token_type: 'bearer', scope: 'read', expires_in: 7200 } }
  }
}

const isOpen = ({ draft = false, user_segment_id = EVERYONE }: FakeArticle): boolean =>
  !draft && user_segment_id === EVERYONE

function toWire(article: FakeArticle, origin: string): object {
  const { id, title, locale = 'en-us', user_segment_id = EVERYONE, draft = false } = article
  const slug = title.replaceAll(/\W+/g, '-')
  return {
    id,
    url: `${origin}/api/v2/help_center/${locale}/articles/${id}.json`,
    html_url: `${origin}/hc/${locale}/articles/${id}-${slug}`,
    author_id: 3465,
    comments_disabled: true,
    draft,
    promoted: false,
    position: 0,
    section_id: article.section_id ?? 41_207,
    created_at: '2025-05-23T23:28:59Z',
    updated_at: article.updated_at,
    edited_at: article.updated_at,
    name: title,
    title,
    source_locale: 'en-us',
    locale,
    outdated: false,
    user_segment_id,
    permission_group_id: 6_120_088,
    label_names: [],
    body: article.body,
  }
}
