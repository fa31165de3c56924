import type { Api } from '../api/api-client.ts'
import { parseReply } from '../api/api-client.ts'
import { readBatches } from '../api/read-pages.ts'
import { SourceError } from '../connector.ts'
import { Listing } from './notion-objects.ts'
import type { ListedObject } from './notion-objects.ts'

export const NAME = 'Notion'
const MAX_BATCH = 100

export type NotionApi = {
  readonly api: Api
  /** Ends with `/v1`. */
  readonly base: string
}

/** The cursor of a first request: those of Notion are ids. */
const START = 'start'
const ASCENDING = { timestamp: 'last_edited_time', direction: 'ascending' }

/** What is shared with the connection, of one kind. */
export const search = (
  notion: NotionApi,
  kind: 'page' | 'data_source',
  signal: AbortSignal,
): AsyncGenerator<readonly ListedObject[]> =>
  readListing(notion, {
    url: `${notion.base}/search`,
    json: { filter: { property: 'object', value: kind }, sort: ASCENDING },
    signal,
    whenCut: () => {
      throw new SourceError(`${NAME} does not list everything that the connection may read.`)
    },
  })

/** The rows of a data source. None if it cannot be read, as one that is linked from elsewhere. */
export async function* queryRows(
  notion: NotionApi,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedObject[]> {
  let since: string | null = null
  for (;;) {
    let last: string | null = since
    let isCut = false
    const filter: object = since === null ? {} : { filter: editedSince(since) }
    const rows = readListing(notion, {
      url: `${notion.base}/data_sources/${id}/query`,
      json: { ...filter, sorts: [ASCENDING] },
      signal,
      whenCut: () => (isCut = true),
      mayBeMissing: true,
    })
    for await (const batch of rows) {
      yield batch
      last = batch.at(-1)?.last_edited_time ?? last
    }
    if (!isCut) return
    // Notion ends a query after so many rows; the rest is asked for from the last one on.
    if (last === since) throw new SourceError(`${NAME} does not list all rows of a database.`)
    since = last
  }
}

const editedSince = (time: string): object => ({
  timestamp: 'last_edited_time',
  last_edited_time: { on_or_after: time },
})

type ListingRequest = {
  url: string
  json: object
  signal: AbortSignal
  /** The listing ended before its end. */
  whenCut: () => void
  mayBeMissing?: boolean
}

async function* readListing(
  notion: NotionApi,
  request: ListingRequest,
): AsyncGenerator<readonly ListedObject[]> {
  const read = async (at: string) => {
    const reply = await readBatch(notion, request, at)
    if (reply === null) return { items: [], next: null }
    if (reply.request_status?.type === 'incomplete' && !reply.has_more) request.whenCut()
    return { items: reply.results, next: reply.has_more ? reply.next_cursor : null }
  }
  try {
    yield* readBatches(START, read)
  } catch (error) {
    if (!(error instanceof ExpiredCursor)) throw error
    // What was listed before is listed again, and taken once.
    yield* readBatches(START, read)
  }
}

class ExpiredCursor extends Error {}

async function readBatch(
  { api, base }: NotionApi,
  { url, json, signal, mayBeMissing = false }: ListingRequest,
  at: string,
): Promise<Listing | null> {
  const cursor = at === START ? {} : { start_cursor: at }
  const body = { ...json, page_size: MAX_BATCH, ...cursor }
  const { status, json: reply } = await api.request({ url, method: 'POST', json: body, signal })
  if (status === 400 && at !== START) throw new ExpiredCursor(`${base} refuses its own cursor.`)
  if (mayBeMissing && (status === 400 || status === 403 || status === 404)) return null
  if (status !== 200) throw api.refusal(status)
  const listing = parseReply(NAME, Listing, reply)
  if (listing.has_more && listing.next_cursor === null) {
    throw new Error(`${NAME} does not say where its listing goes on.`)
  }
  return listing
}
