import type { NotionSettings } from '@footnote/contract/admin/source-settings'
import type { Api } from '../api/api-client.ts'
import { notAllowed, parseReply } from '../api/api-client.ts'
import { takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import type { NotionApi } from './list-notion.ts'
import { NAME, queryRows, search } from './list-notion.ts'
import type { ListedObject } from './notion-objects.ts'
import { Page, titleIn } from './notion-objects.ts'
import { readId } from './notion-tags.ts'
import type { Titles } from './read-notion-page.ts'
import { readNotionPage } from './read-notion-page.ts'

export const NOTION_HEADERS = { 'notion-version': '2026-03-11' }

/** Times of changes are rounded down to the minute: a second change in it would have the same time. */
const INEXACT_MS = 120_000

const NOTHING_SHARED =
  'Notion shows this connection no page. In Notion, open the page to read, and add the connection ' +
  'under ••• → Connections.'
const VANISHED =
  'Notion no longer shows it to the connection: it was deleted for good, or is not shared any more.'

/** The pages, and the rows of databases, that are shared with an internal integration. */
export function createNotionConnector(
  settings: NotionSettings,
  { api, signsIn, now = Date.now }: NotionDeps,
): ApiConnector {
  const notion: NotionApi = { api, signsIn, base: `${new URL(settings.api_url).origin}/v1` }
  /** For mentions and relations, which have ids only. */
  const titles: Titles = new Map()
  const listed = new Set<string>()

  const toFound = (objects: readonly ListedObject[]): FoundPage[] =>
    objects.filter(isShown).map((object) => {
      titles.set(normalise(object.id), titleIn(object))
      return { key: toKey(object.id), version: findVersion(object, now()) }
    })
  const childRows = async (ids: readonly string[], signal: AbortSignal): Promise<FoundPage[]> => {
    const found: FoundPage[] = []
    for (const id of ids.filter((one) => !listed.has(one))) {
      for await (const rows of queryRows(notion, id, signal)) {
        found.push(...rows.filter(isShown).map(({ id: row }) => child(row)))
      }
    }
    return found
  }
  return {
    async *list(signal) {
      const once = takeOnce()
      let hasPages = false
      for await (const pages of search(notion, 'page', signal)) {
        hasPages ||= pages.length > 0
        yield once(toFound(pages))
      }
      for await (const sources of search(notion, 'data_source', signal)) {
        for (const source of sources.filter((one) => !isTrashed(one))) {
          titles.set(normalise(source.id), titleIn(source))
          listed.add(normalise(source.id))
          for await (const rows of queryRows(notion, source.id, signal)) {
            hasPages ||= rows.length > 0
            yield once(toFound(rows))
          }
        }
      }
      if (!hasPages) throw new SourceError(NOTHING_SHARED)
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const id = key.replace(/^page:/, '')
      const { status, json } = await api.request({ url: `${notion.base}/pages/${id}`, signal })
      if (status === 404) return { kind: 'gone', reason: VANISHED }
      if (status === 403) return skip('Notion does not let the source read it (status 403).')
      if (status === 401) throw notAllowed(NAME, status, signsIn)
      if (status !== 200) throw new SourceError(`${NAME} answers with status ${status}.`)
      const page = parseReply(NAME, Page, json)
      if (isTrashed(page)) return { kind: 'gone', reason: 'It is in the trash, or archived.' }
      const content = await readNotionPage(notion, page, titles, signal)
      if (content === null) return { kind: 'gone', reason: VANISHED }
      const found = [
        ...content.childPages.map(child),
        ...(await childRows(content.childDataSources, signal)),
      ]
      return content.page === null
        ? { ...skip('It has no text.'), found }
        : { kind: 'fetched', page: content.page, found }
    },
    async check(signal) {
      const pages = await countFirst(search(notion, 'page', signal), 'page')
      const databases = await countFirst(search(notion, 'data_source', signal), 'database')
      if (pages.found + databases.found === 0) throw new SourceError(NOTHING_SHARED)
      return `${pages.text} and ${databases.text}`
    },
    async close() {},
  }
}

export type NotionDeps = {
  readonly api: Api
  readonly signsIn: boolean
  readonly now?: () => number
}

const normalise = (id: string): string => readId(id) ?? id
const toKey = (id: string): string => `page:${normalise(id)}`

/** Without a version: that of its parent says nothing of it. */
const child = (id: string): FoundPage => ({ key: toKey(id), version: null })

const isTrashed = ({ in_trash, is_archived }: Pick<ListedObject, 'in_trash' | 'is_archived'>) =>
  in_trash === true || is_archived === true

const isShown = (object: ListedObject): boolean => object.object === 'page' && !isTrashed(object)

function findVersion({ last_edited_time }: ListedObject, now: number): string | null {
  if (typeof last_edited_time !== 'string') return null
  return now - Date.parse(last_edited_time) < INEXACT_MS ? null : last_edited_time
}

const skip = (reason: string) => ({ kind: 'skipped' as const, reason, found: [] })

/** Such as `3 pages`, without listing all of them. */
async function countFirst(batches: AsyncGenerator<readonly ListedObject[]>, thing: string) {
  const first = await batches.next()
  const found = first.done === true ? 0 : first.value.length
  const isMore = first.done !== true && (await batches.next()).done !== true
  const text = `${found}${isMore ? ' or more' : ''} ${thing}${found === 1 && !isMore ? '' : 's'}`
  return { found, text }
}
