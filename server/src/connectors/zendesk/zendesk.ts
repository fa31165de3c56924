import type { ZendeskSettings } from '@footnote/contract/admin/source-settings'
import { z } from 'zod'
import type { Api } from '../api/api-client.ts'
import { notAllowed, parseReply } from '../api/api-client.ts'
import { htmlPage } from '../api/html-page.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage, ListedPage } from '../connector.ts'
import { SourceError } from '../connector.ts'

const NAME = 'Zendesk'
const PER_BATCH = 100

const Article = z.object({
  id: z.int(),
  html_url: z.string(),
  title: z.string(),
  locale: z.string(),
  body: z.string().nullable(),
  draft: z.boolean(),
  updated_at: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  user_segment_id: z.int().nullish(),
  user_segment_ids: z.array(z.int()).nullish(),
})
type Article = z.infer<typeof Article>

const Articles = z.object({
  articles: z.array(Article),
  meta: z.object({ has_more: z.boolean() }),
  links: z.object({ next: z.string().nullish() }).nullish(),
})
const OneArticle = z.object({ article: Article })
const Locales = z.object({ locales: z.array(z.string()).min(1) })

/** The articles of a help center. The listing has them whole, so that none is fetched. */
export function createZendeskConnector(
  settings: ZendeskSettings,
  { api, signsIn }: ZendeskDeps,
): ApiConnector {
  const { origin } = new URL(settings.url)
  const base = `${origin}/api/v2/help_center`
  const read = async (at: string, signal: AbortSignal) => {
    const { articles, meta, links } = await api.read(Articles, { url: at, signal })
    return { items: articles, next: meta.has_more ? nextAddress(origin, links?.next) : null }
  }
  const listLocale = (locale: string, signal: AbortSignal) =>
    readBatches(
      `${base}/${locale}/articles?page[size]=${PER_BATCH}&sort_by=updated_at&sort_order=asc`,
      (at) => read(at, signal),
    )
  const findLocales = async (signal: AbortSignal): Promise<string[]> => {
    if (settings.locales.length > 0) return settings.locales
    return (await api.read(Locales, { url: `${base}/locales`, signal })).locales
  }
  return {
    async *list(signal) {
      const once = takeOnce()
      for (const locale of await findLocales(signal)) {
        for await (const articles of listLocale(locale, signal)) {
          yield once(articles.map((article) => toFound(settings, article)))
        }
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const { id, locale } = parseKey(key)
      const { status, json } = await api.request({
        url: `${base}/${locale}/articles/${id}`,
        signal,
      })
      if (status === 404 || status === 410)
        return { kind: 'gone', reason: 'The article was deleted.' }
      if (status === 403) return skip('Zendesk does not let the source read it (status 403).')
      if (status === 401) throw notAllowed(NAME, status, signsIn)
      if (status !== 200) throw new SourceError(`${NAME} answers with status ${status}.`)
      const { article } = parseReply(NAME, OneArticle, json)
      return { ...readArticle(settings, article), found: [] }
    },
    async check(signal) {
      const locales = await findLocales(signal)
      for (const locale of locales) {
        await read(`${base}/${locale}/articles?page[size]=1`, signal)
      }
      return `articles in ${locales.join(', ')}`
    },
    async close() {},
  }
}

export type ZendeskDeps = { readonly api: Api; readonly signsIn: boolean }

const toKey = ({ id, locale }: Pick<Article, 'id' | 'locale'>): string => `article:${id}:${locale}`

function parseKey(key: string): { id: string; locale: string } {
  const [, id = '', locale = ''] = /^article:(\d+):([\w-]+)$/.exec(key) ?? []
  return { id, locale }
}

const toFound = (settings: ZendeskSettings, article: Article): FoundPage => ({
  key: toKey(article),
  version: article.updated_at,
  listed: readArticle(settings, article),
})

const skip = (reason: string) => ({ kind: 'skipped' as const, reason, found: [] })

function readArticle(settings: ZendeskSettings, article: Article): ListedPage {
  const { draft, title, body, locale, created_at } = article
  if (draft) return { kind: 'skipped', reason: 'It is a draft.' }
  if (settings.restricted_articles === 'skip' && isRestricted(article)) {
    return { kind: 'skipped', reason: 'Not everyone may see it in Zendesk.' }
  }
  if (body === null || body.trim() === '') return { kind: 'skipped', reason: 'It has no text.' }
  return {
    kind: 'fetched',
    page: {
      url: article.html_url,
      title,
      content: htmlPage(title, body, locale),
      contentType: 'text/html',
      publishedAt: new Date(created_at),
      validators: null,
    },
  }
}

const isRestricted = ({ user_segment_id, user_segment_ids }: Article): boolean =>
  typeof user_segment_id === 'number' || (user_segment_ids ?? []).length > 0

/** A reply cannot send the credential elsewhere, and the next page of an API is at the same origin. */
function nextAddress(origin: string, next: string | null | undefined): string {
  const address =
    typeof next === 'string' && URL.canParse(next, origin) ? new URL(next, origin) : null
  if (address?.origin === origin) return address.href
  throw new Error(`${NAME} does not say where its listing goes on.`)
}
