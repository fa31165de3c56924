import type { IntercomSettings } from '@footnote/contract/admin/source-settings'
import { z } from 'zod'
import type { Api } from '../api/api-client.ts'
import { htmlPage } from '../api/html-page.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage, ListedPage } from '../connector.ts'

const PER_BATCH = 50

export const INTERCOM_HEADERS = { 'intercom-version': '2.16' }

const Content = z.object({
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  url: z.string().nullish(),
})
type Content = z.infer<typeof Content>

const CollectionId = z.coerce.string()

const Article = z.object({
  ...Content.shape,
  id: z.coerce.string().regex(/^\d+$/),
  default_locale: z.string().nullish(),
  help_center_audience: z.string().nullish(),
  /** Of its collections. */
  parent_ids: z.array(CollectionId).nullish(),
  /** By locale, the default one too. */
  translated_content: z.record(z.string(), z.unknown()).nullish(),
})
type Article = z.infer<typeof Article>

const Articles = z.object({
  data: z.array(Article),
  pages: z.object({ page: z.int(), next: z.unknown() }),
})
const Collection = z.object({
  id: CollectionId,
  name: z.string(),
  parent_id: CollectionId.nullish(),
})
type Collection = z.infer<typeof Collection>

const Collections = z.object({
  data: z.array(Collection),
  pages: z.object({ page: z.int(), next: z.unknown() }),
})
/** Some listings have a cursor, others are counted. */
const NextCursor = z.object({ starting_after: z.string() })
const Me = z.object({ app: z.object({ name: z.string().nullish() }).nullish() })

/** The articles of a help center, which come whole with the listing, in all their languages. */
export function createIntercomConnector(
  settings: IntercomSettings,
  { api }: { readonly api: Api },
): ApiConnector {
  const base = new URL(settings.api_url).origin
  const read = async (at: string, signal: AbortSignal) => {
    const { data, pages } = await api.read(Articles, { url: `${base}/articles?${at}`, signal })
    return { items: data, next: nextQuery(pages) }
  }
  const first = `page=1&per_page=${PER_BATCH}`
  const readCollections = async (signal: AbortSignal): Promise<Map<string, Collection>> => {
    const batches = readBatches(first, async (at) => {
      const url = `${base}/help_center/collections?${at}`
      const { data, pages } = await api.read(Collections, { url, signal })
      return { items: data, next: nextQuery(pages) }
    })
    const collections = new Map<string, Collection>()
    for await (const some of batches) for (const one of some) collections.set(one.id, one)
    return collections
  }
  return {
    async *list(signal) {
      const once = takeOnce()
      const collections = await readCollections(signal)
      for await (const articles of readBatches(first, (at) => read(at, signal))) {
        yield once(
          articles.flatMap((article) => {
            const containers = nameCollections(article, collections)
            return toFound(settings, article).map((page) => ({ ...page, containers }))
          }),
        )
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const [, id = '', locale] = /^article:(\d+)(?::(.+))?$/.exec(key) ?? []
      const url = `${base}/articles/${id}`
      const { data, outcome } = await api.readPage(Article, { url, signal }, GONE)
      if (outcome) return outcome
      const version = listVersions(settings, data).find((one) => one.key === toKey(id, locale))
      return version
        ? { ...readVersion(settings, data, version), found: [] }
        : { kind: 'gone', reason: GONE }
    },
    async check(signal) {
      await read(first, signal)
      const { app } = await api.read(Me, { url: `${base}/me`, signal })
      return app?.name ? `the articles of ${app.name}` : 'the articles'
    },
    async close() {},
  }
}

const GONE = 'The article was deleted.'

function nextQuery({ page, next }: z.infer<typeof Articles>['pages']): string | null {
  if (next === null || next === undefined) return null
  const cursor = NextCursor.safeParse(next)
  return cursor.success
    ? `starting_after=${encodeURIComponent(cursor.data.starting_after)}&per_page=${PER_BATCH}`
    : `page=${page + 1}&per_page=${PER_BATCH}`
}

/** Those that it is in, and those that these are in. */
function nameCollections(
  { parent_ids }: Article,
  collections: ReadonlyMap<string, Collection>,
): string[] {
  const named = new Map<string, string>()
  for (const id of parent_ids ?? []) {
    let collection = collections.get(id)
    while (collection && !named.has(collection.id)) {
      named.set(collection.id, `collection:${collection.name}`)
      collection = collections.get(collection.parent_id ?? '')
    }
  }
  return [...named.values()]
}

/** An article in one language. */
type Version = { key: string; locale: string | null; content: Content }

const toKey = (id: string, locale: string | undefined): string =>
  locale === undefined ? `article:${id}` : `article:${id}:${locale}`

/** The first is in the default language, and has no language in its key. */
function listVersions({ locales }: IntercomSettings, article: Article): Version[] {
  const { id, default_locale = null, translated_content } = article
  const others = Object.entries(translated_content ?? {}).flatMap(([locale, translated]) => {
    const content = Content.safeParse(translated)
    return locale === default_locale || !content.success
      ? []
      : [{ key: toKey(id, locale), locale, content: content.data }]
  })
  const all = [{ key: toKey(id, undefined), locale: default_locale, content: article }, ...others]
  return all.filter(
    ({ locale }) => locales.length === 0 || locale === null || locales.includes(locale),
  )
}

const toFound = (settings: IntercomSettings, article: Article): FoundPage[] =>
  listVersions(settings, article).map((version) => {
    const { updated_at, state } = version.content
    const { help_center_audience: audience } = article
    return {
      key: version.key,
      version: [updated_at, state, audience ?? ''].join(' '),
      listed: readVersion(settings, article, version),
    }
  })

function readVersion(
  settings: IntercomSettings,
  { help_center_audience: audience }: Article,
  { locale, content }: Version,
): ListedPage {
  const { title, body, url, state, created_at } = content
  if (state !== 'published') return { kind: 'skipped', reason: 'It is a draft.' }
  if (settings.restricted_articles === 'skip' && (audience ?? EVERYONE) !== EVERYONE) {
    return { kind: 'skipped', reason: 'Not everyone may see it in Intercom.' }
  }
  if (!body || body.trim() === '') return { kind: 'skipped', reason: 'It has no text.' }
  if (!url) return { kind: 'skipped', reason: 'It has no address: its help center is not open.' }
  return {
    kind: 'fetched',
    page: {
      url,
      title,
      content: htmlPage(title, body, locale),
      contentType: 'text/html',
      publishedAt: new Date(created_at * 1000),
      validators: null,
    },
  }
}

const EVERYONE = 'everyone'
