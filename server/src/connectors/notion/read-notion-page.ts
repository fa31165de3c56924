import { escapeHtml, htmlPage } from '../api/html-page.ts'
import { parseReply } from '../api/api-client.ts'
import type { FetchedPage } from '../connector.ts'
import type { TitleOf } from './inline-html.ts'
import { link } from './inline-html.ts'
import type { NotionApi } from './list-notion.ts'
import { NAME } from './list-notion.ts'
import { markdownHtml } from './markdown-html.ts'
import { readAttributes, readBlockId, readId } from './notion-tags.ts'
import type { BlockContent } from './notion-objects.ts'
import { Page, PageMarkdown, plainText, SingleBlock, titleIn } from './notion-objects.ts'
import { propertyText, Relation } from './property-text.ts'

/** Each costs a request. Nobody reads a page with more. */
const MAX_LEFT_OUT = 100
const UNKNOWN = /<unknown\b([^<>]{0,4000})>/g
const CHILD_PAGE = /<page\b([^<>]{0,4000})>/g
const CHILD_DATABASE = /<database\b([^<>]{0,4000})>/g

/** Titles of pages that were not listed cost a request each. */
const MAX_LOOKED_UP = 50
const MENTION = /<mention-page\b([^<>]{0,4000})>/g

/** Known titles by id; null: the connection may not read that page. */
export type Titles = Map<string, string | null>

export type PageContent = {
  /** null: it has no text. */
  page: FetchedPage | null
  childPages: string[]
  childDataSources: string[]
}

/** The content of a page. null: it vanished meanwhile. */
export async function readNotionPage(
  notion: NotionApi,
  page: Page,
  titles: Titles,
  signal: AbortSignal,
): Promise<PageContent | null> {
  const text = await readMarkdown(notion, page.id, signal)
  if (text === null) return null
  const titleOf: TitleOf = (id) => titles.get(readId(id) ?? id) ?? null
  const leftOut = await readLeftOut(notion, text, signal)
  const all = [text.markdown, ...leftOut.texts.values()].join('\n')
  const named = [...relatedIds(page), ...idsIn(all, MENTION, 'url')]
  await learnTitles(notion, { ids: named, titles }, signal)
  const used = new Set<string>()
  const toHtml = (markdown: string): string =>
    markdownHtml(markdown, {
      titleOf,
      leftOut(id) {
        if (used.has(id)) return ''
        used.add(id)
        const rest = leftOut.texts.get(id)
        return rest === undefined ? showBlock(leftOut.blocks.get(id), titleOf) : toHtml(rest)
      },
    })
  const title = titleIn(page)
  const body = properties(page, titleOf) + toHtml(withoutTitle(text.markdown, title))
  return {
    page: body === '' ? null : toFetched(page, title === '' ? 'Untitled' : title, body),
    childPages: idsIn(all, CHILD_PAGE, 'url'),
    childDataSources: idsIn(all, CHILD_DATABASE, 'data-source-url'),
  }
}

const toFetched = (page: Page, title: string, body: string): FetchedPage => ({
  url: page.public_url ?? page.url,
  title,
  content: htmlPage(title, body),
  contentType: 'text/html',
  publishedAt: new Date(page.created_time),
  validators: null,
})

type Markdown = { markdown: string; unknown: ReadonlySet<string> }

/** null: there is none with this id that the connection may read. */
async function readMarkdown(
  { api, base }: NotionApi,
  id: string,
  signal: AbortSignal,
): Promise<Markdown | null> {
  const url = `${base}/pages/${id}/markdown`
  const found = await api.readIfThere(PageMarkdown, { url, signal }, [404])
  if (found === null) return null
  const { markdown, unknown_block_ids } = found
  return { markdown, unknown: new Set(unknown_block_ids.map((one) => readId(one) ?? one)) }
}

type LeftOut = { texts: Map<string, string>; blocks: Map<string, BlockContent> }

/**
 * What the Markdown of a page names only: the rest of a very long page, which the same request gives by
 * its id, and blocks that have no Markdown, such as bookmarks. What is not shared stays out.
 */
async function readLeftOut(
  notion: NotionApi,
  first: Markdown,
  signal: AbortSignal,
): Promise<LeftOut> {
  const found: LeftOut = { texts: new Map(), blocks: new Map() }
  const seen = new Set<string>()
  const queue = [first]
  for (let text = queue.shift(); text; text = queue.shift()) {
    for (const id of unknownIn(text.markdown)) {
      if (seen.has(id) || seen.size === MAX_LEFT_OUT) continue
      seen.add(id)
      if (text.unknown.has(id)) {
        const rest = await readMarkdown(notion, id, signal)
        if (rest === null) continue
        found.texts.set(id, rest.markdown)
        queue.push(rest)
      } else {
        const block = await readBlock(notion, id, signal)
        if (block) found.blocks.set(id, block)
      }
    }
  }
  return found
}

function unknownIn(markdown: string): string[] {
  const urls = [...markdown.matchAll(UNKNOWN)].map(
    ([, attributes = '']) => readAttributes(attributes).get('url') ?? '',
  )
  return urls.map(readBlockId).filter((id) => id !== null)
}

async function readBlock(
  { api, base }: NotionApi,
  id: string,
  signal: AbortSignal,
): Promise<BlockContent | null> {
  const { status, json } = await api.request({ url: `${base}/blocks/${id}`, signal })
  if (status === 401) throw api.refusal(status)
  return status === 200 ? parseReply(NAME, SingleBlock, json) : null
}

async function learnTitles(
  { api, base }: NotionApi,
  { ids, titles }: { ids: readonly string[]; titles: Titles },
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids.filter((one) => !titles.has(one)).slice(0, MAX_LOOKED_UP)) {
    const { json } = await api.request({ url: `${base}/pages/${id}`, signal })
    const page = Page.safeParse(json)
    titles.set(id, page.success ? titleIn(page.data) : null)
  }
}

function relatedIds({ properties: given }: Page): string[] {
  const values = Object.values(given).map((property) => Relation.safeParse(property['relation']))
  return values.flatMap(({ data }) => (data ?? []).map(({ id }) => readId(id) ?? id))
}

/** A bookmark or an embed: what was written to it, and where it leads. */
function showBlock(block: BlockContent | undefined, titleOf: TitleOf): string {
  if (!block) return ''
  const { caption, rich_text, title, url, page_id, database_id } = block
  const own = plainText(caption) || plainText(rich_text) || (title ?? '')
  const linked = page_id ?? database_id
  const label = own || (linked && titleOf(linked)) || (url ?? '')
  return label === '' ? '' : `<p>${link(url ?? '', escapeHtml(label))}</p>`
}

function properties(page: Page, titleOf: TitleOf): string {
  const lines = Object.entries(page.properties)
    .filter(([, { type }]) => type !== 'title')
    .map(([name, property]) => [name, propertyText(property, titleOf).trim()] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<li>${escapeHtml(name)}: ${escapeHtml(value)}</li>`)
  return lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`
}

/** Some pages begin with their title once more. */
function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.trimStart().split('\n')
  return title !== '' && first.trim() === `# ${title}` ? rest.join('\n') : markdown
}

function idsIn(markdown: string, tag: RegExp, attribute: string): string[] {
  const ids = [...markdown.matchAll(tag)].map(([, attributes = '']) =>
    readId(readAttributes(attributes).get(attribute) ?? ''),
  )
  return [...new Set(ids.filter((id) => id !== null))]
}
