import type { NotionSettings } from '@footnote/contract/admin/source-settings'
import type { Api } from '../api/api-client.ts'
import { takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import type { NotionTree } from './notion-containers.ts'
import { addToTree, findContainers } from './notion-containers.ts'
import type { NotionApi } from './list-notion.ts'
import { queryRows, search } from './list-notion.ts'
import type { ListedObject } from './notion-objects.ts'
import { Page, titleIn } from './notion-objects.ts'
import { readId } from './notion-tags.ts'
import type { Titles } from './read-notion-page.ts'
import { readNotionPage } from './read-notion-page.ts'

export const NOTION_HEADERS = { 'notion-version': '2026-03-11' }

const PAGES_AT_ONCE = 500

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
  { api, now = Date.now }: NotionDeps,
): ApiConnector {
  const notion: NotionApi = { api, base: `${new URL(settings.api_url).origin}/v1` }
  /** For mentions and relations, which have ids only. */
  const titles: Titles = new Map()
  const listed = new Set<string>()

  const toFound = (tree: NotionTree, objects: readonly ListedObject[]): FoundPage[] =>
    objects.filter(isShown).map((object) => {
      titles.set(normalise(object.id), titleIn(object))
      addToTree(tree, 'page', object)
      return { key: toKey(object.id), version: findVersion(object, now()) }
    })
  const withContainers = (tree: NotionTree, pages: readonly FoundPage[]): FoundPage[] =>
    pages.map((page) => ({ ...page, containers: findContainers(tree, toId(page.key)) }))
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
      const tree: NotionTree = new Map()
      const sources: string[] = []
      for await (const batch of search(notion, 'data_source', signal)) {
        for (const source of batch.filter((one) => !isTrashed(one))) {
          titles.set(normalise(source.id), titleIn(source))
          listed.add(normalise(source.id))
          addToTree(tree, 'database', source)
          sources.push(source.id)
        }
      }
      // What a page is in is known once all are listed.
      const pages: FoundPage[] = []
      for await (const batch of search(notion, 'page', signal)) pages.push(...toFound(tree, batch))
      let hasPages = pages.length > 0
      for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
        yield once(withContainers(tree, pages.slice(start, start + PAGES_AT_ONCE)))
      }
      for (const source of sources) {
        for await (const rows of queryRows(notion, source, signal)) {
          hasPages ||= rows.length > 0
          yield once(withContainers(tree, toFound(tree, rows)))
        }
      }
      if (!hasPages) throw new SourceError(NOTHING_SHARED)
    },
    async fetch({ key, containers }, signal): Promise<FetchOutcome> {
      const id = toId(key)
      const url = `${notion.base}/pages/${id}`
      const { data: page, outcome } = await api.readPage(Page, { url, signal }, VANISHED)
      if (outcome) return outcome
      if (isTrashed(page)) return { kind: 'gone', reason: 'It is in the trash, or archived.' }
      const content = await readNotionPage(notion, page, titles, signal)
      if (content === null) return { kind: 'gone', reason: VANISHED }
      const children = [
        ...content.childPages.map(child),
        ...(await childRows(content.childDataSources, signal)),
      ]
      // They are in what this page is in, as far as is known.
      const found = children.map((one) => ({ ...one, containers }))
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
  readonly now?: () => number
}

const normalise = (id: string): string => readId(id) ?? id
const toId = (key: string): string => key.replace(/^page:/, '')
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
