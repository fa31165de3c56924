import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

export type FakePage = {
  id: string
  title: string
  markdown: string
  last_edited_time: string
  properties?: Readonly<Record<string, object>>
  /** It is a row of this data source. */
  dataSource?: string
  /** The page that it is below. */
  parent?: string
  in_trash?: boolean
  /** false: search has not found it yet. */
  isIndexed?: boolean
  /** Ids in the Markdown that were left out of it since it is too long. */
  truncated?: readonly string[]
}

/** `below`: the page that its database is on. */
export type FakeDataSource = { id: string; title: string; isIndexed?: boolean; below?: string }

/** A workspace, and what is shared in it with one internal integration. */
export type FakeNotion = FakeApi & {
  pages: FakePage[]
  dataSources: FakeDataSource[]
  /** Blocks that Markdown leaves out, by id: the object of its type, or the rest of a long page. */
  blocks: Record<string, { type: string; content: object } | { markdown: string }>
  token: string
  /** Objects in one reply, whatever was asked for. */
  perBatch: number
  /** A query ends after so many rows. */
  mostRows: number
  afterBatch: (count: number) => void
}

const VERSION = '2026-03-11'

export async function startFakeNotion(): Promise<FakeNotion> {
  let batches = 0
  const api = await startFakeApi((call, origin) => answer(call, origin))
  const notion: FakeNotion = Object.assign(api, {
    pages: [],
    dataSources: [],
    blocks: {},
    token: 'ntn_heron-quartz-integration-token',
    perBatch: 2,
    mostRows: 10_000,
    afterBatch: () => undefined,
  })
  return notion

  function answer(call: ApiCall, origin: string): ApiAnswer {
    const { pathname } = call.url
    if (call.headers.authorization !== `Bearer ${notion.token}`) return refuse(401, 'unauthorized')
    if (call.headers['notion-version'] !== VERSION) return refuse(400, 'missing_version')
    if (call.method === 'POST') {
      const asked = JSON.parse(call.body.toString()) as Asked
      if (pathname === '/v1/search') return search(asked, origin)
      const [, id] = /^\/v1\/data_sources\/([^/]+)\/query$/.exec(pathname) ?? []
      return id === undefined ? refuse(400, 'invalid_request_url') : query(id, asked, origin)
    }
    const [, kind, id = '', part] =
      /^\/v1\/(pages|blocks)\/([^/]+)(\/markdown)?$/.exec(pathname) ?? []
    if (kind === 'blocks') return readBlock(id)
    if (kind !== 'pages') return refuse(400, 'invalid_request_url')
    if (part !== undefined) return readMarkdown(id)
    const page = notion.pages.find((one) => one.id === id)
    return page ? { body: pageToWire(page, origin) } : refuse(404, 'object_not_found')
  }

  function search(asked: Asked, origin: string): ApiAnswer {
    const wanted = asked.filter && 'value' in asked.filter ? asked.filter.value : null
    if (wanted === 'page') {
      const found = notion.pages.filter((page) => page.in_trash !== true)
      const indexed = byTime(found.filter((page) => page.isIndexed !== false))
      return list(asked, indexed, (page) => pageToWire(page, origin))
    }
    if (wanted !== 'data_source') return refuse(400, 'validation_error')
    const indexed = notion.dataSources.filter((source) => source.isIndexed !== false)
    return list(asked, indexed, (source) => sourceToWire(source, origin))
  }

  function query(id: string, asked: Asked, origin: string): ApiAnswer {
    if (!notion.dataSources.some((source) => source.id === id)) {
      return refuse(404, 'object_not_found')
    }
    const since =
      asked.filter && 'timestamp' in asked.filter ? asked.filter.last_edited_time.on_or_after : ''
    const rows = notion.pages.filter(
      (page) => page.dataSource === id && page.in_trash !== true && page.last_edited_time >= since,
    )
    const shown = byTime(rows).slice(0, notion.mostRows)
    const reply = list(asked, shown, (page) => pageToWire(page, origin))
    if (shown.length === rows.length || !isLast(reply)) return reply
    const cut = { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' }
    return { ...reply, body: { ...(reply.body as object), request_status: cut } }
  }

  /** Cursors are ids of what comes next, and end when that does. */
  function list<Item extends { id: string }>(
    asked: Asked,
    items: readonly Item[],
    toWire: (item: Item) => object,
  ): ApiAnswer {
    const { start_cursor: cursor, page_size: size = 100 } = asked
    if (size > 100) return refuse(400, 'validation_error')
    const from = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor)
    if (from === -1) return refuse(400, 'validation_error')
    const end = from + Math.min(size, notion.perBatch)
    const body = {
      object: 'list',
      results: items.slice(from, end).map(toWire),
      next_cursor: items[end]?.id ?? null,
      has_more: end < items.length,
      type: 'page_or_data_source',
      page_or_data_source: {},
      request_status: { type: 'complete' },
    }
    batches += 1
    notion.afterBatch(batches)
    return { body }
  }

  function readMarkdown(id: string): ApiAnswer {
    const page = notion.pages.find((one) => one.id === id)
    const block = notion.blocks[id]
    const rest = block && 'markdown' in block ? block.markdown : undefined
    const markdown = page?.markdown ?? rest
    if (markdown === undefined) return refuse(404, 'object_not_found')
    const unknown = page?.truncated ?? []
    return {
      body: {
        object: 'page_markdown',
        id,
        markdown,
        truncated: unknown.length > 0,
        unknown_block_ids: unknown,
      },
    }
  }

  function readBlock(id: string): ApiAnswer {
    const block = notion.blocks[id]
    if (!block || !('type' in block)) return refuse(404, 'object_not_found')
    const { type, content } = block
    return { body: { object: 'block', id, type, has_children: false, [type]: content } }
  }
}

type Asked = {
  filter?:
    | { property: 'object'; value: string }
    | { timestamp: string; last_edited_time: { on_or_after: string } }
  start_cursor?: string
  page_size?: number
}

const isLast = ({ body }: ApiAnswer): boolean => !(body as { has_more: boolean }).has_more

const byTime = (pages: readonly FakePage[]): FakePage[] =>
  pages.toSorted((a, b) => a.last_edited_time.localeCompare(b.last_edited_time))

const refuse = (status: number, code: string): ApiAnswer => ({
  status,
  body: { object: 'error', status, code, message: code, request_id: 'c0ffee' },
})

const richText = (text: string): object[] => [
  { type: 'text', text: { content: text, link: null }, plain_text: text, href: null },
]

const buildAddress = (id: string, origin: string): string => `${origin}/${id.replaceAll('-', '')}`

function pageToWire(page: FakePage, origin: string): object {
  return {
    object: 'page',
    id: page.id,
    created_time: '2026-03-01T19:05:00.000Z',
    last_edited_time: page.last_edited_time,
    in_trash: page.in_trash === true,
    is_archived: false,
    is_locked: false,
    url: buildAddress(page.id, origin),
    public_url: null,
    parent: parentToWire(page),
    properties: {
      Name: { id: 'title', type: 'title', title: richText(page.title) },
      ...page.properties,
    },
    icon: null,
    cover: null,
  }
}

function parentToWire({ dataSource, parent }: FakePage): object {
  if (dataSource !== undefined) {
    return { type: 'data_source_id', data_source_id: dataSource, database_id: dataSource }
  }
  return parent === undefined
    ? { type: 'workspace', workspace: true }
    : { type: 'page_id', page_id: parent }
}

const sourceToWire = ({ id, title, below }: FakeDataSource, origin: string): object => ({
  object: 'data_source',
  id,
  parent: { type: 'database_id', database_id: id },
  database_parent:
    below === undefined
      ? { type: 'workspace', workspace: true }
      : { type: 'page_id', page_id: below },
  title: richText(title),
  created_time: '2026-03-01T19:05:00.000Z',
  last_edited_time: '2026-03-02T19:05:00.000Z',
  in_trash: false,
  is_archived: false,
  url: buildAddress(id, origin),
  properties: { Name: { id: 'title', type: 'title', title: {}, name: 'Name' } },
})
