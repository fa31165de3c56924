import type { ZendeskSettings } from '@footnote/contract/admin/source-settings'
import { z } from 'zod'
import type { Api } from '../api/api-client.ts'
import { htmlPage } from '../api/html-page.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage, ListedPage } from '../connector.ts'

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
  section_id: z.int().nullish(),
})
type Article = z.infer<typeof Article>

/** What articles are in, and what that is in: the other product calls them sections and categories. */
const Named = z.object({
  id: z.int(),
  name: z.string(),
  category_id: z.int().nullish(),
  parent_section_id: z.int().nullish(),
})
type Named = z.infer<typeof Named>
const Paging = {
  meta: z.object({ has_more: z.boolean() }),
  links: z.object({ next: z.string().nullish() }).nullish(),
}
const Articles = z.object({ articles: z.array(Article), ...Paging })
const Sections = z.object({ sections: z.array(Named), ...Paging })
const Categories = z.object({ categories: z.array(Named), ...Paging })
const OneArticle = z.object({ article: Article })
const Locales = z.object({ locales: z.array(z.string()).min(1) })

/** The articles of a help center. The listing has them whole, so that none is fetched. */
export function createZendeskConnector(
  settings: ZendeskSettings,
  { api }: { readonly api: Api },
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
  /** By id, in that language. */
  const readNames = async (locale: string, signal: AbortSignal): Promise<Names> => {
    const names: Names = { sections: new Map(), categories: new Map() }
    const first = (what: string) => `${base}/${locale}/${what}?page[size]=${PER_BATCH}`
    const sections = readBatches(first('sections'), async (url) => {
      const { sections: items, meta, links } = await api.read(Sections, { url, signal })
      return { items, next: meta.has_more ? nextAddress(origin, links?.next) : null }
    })
    const categories = readBatches(first('categories'), async (url) => {
      const { categories: items, meta, links } = await api.read(Categories, { url, signal })
      return { items, next: meta.has_more ? nextAddress(origin, links?.next) : null }
    })
    for await (const some of sections) for (const one of some) names.sections.set(one.id, one)
    for await (const some of categories) for (const one of some) names.categories.set(one.id, one)
    return names
  }
  const findLocales = async (signal: AbortSignal): Promise<string[]> => {
    if (settings.locales.length > 0) return settings.locales
    return (await api.read(Locales, { url: `${base}/locales`, signal })).locales
  }
  return {
    async *list(signal) {
      const once = takeOnce()
      for (const locale of await findLocales(signal)) {
        const names = await readNames(locale, signal)
        for await (const articles of listLocale(locale, signal)) {
          yield once(
            articles.map((article) => ({
              ...toFound(settings, article),
              containers: findContainers(article, names),
            })),
          )
        }
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const { id, locale } = parseKey(key)
      const url = `${base}/${locale}/articles/${id}`
      const { data, outcome } = await api.readPage(OneArticle, { url, signal }, GONE)
      return outcome === null ? { ...readArticle(settings, data.article), found: [] } : outcome
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

type Names = { sections: Map<number, Named>; categories: Map<number, Named> }

/** Its section, those that this is in, and their category. */
function findContainers({ section_id }: Article, { sections, categories }: Names): string[] {
  const found = new Set<string>()
  const seen = new Set<number>()
  let section = sections.get(section_id ?? -1)
  while (section && !seen.has(section.id)) {
    seen.add(section.id)
    found.add(`section:${section.name}`)
    const category = categories.get(section.category_id ?? -1)
    if (category) found.add(`category:${category.name}`)
    section = sections.get(section.parent_section_id ?? -1)
  }
  return [...found]
}

const GONE = 'The article was deleted.'

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
