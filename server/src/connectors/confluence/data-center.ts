import { z } from 'zod'
import { parseReply } from '../api/api-client.ts'
import type { ContentKind, Edition, FetchedContent, ListedContent, Space } from './edition.ts'
import {
  Day,
  EXPAND_RESTRICTIONS,
  Id,
  parseRestriction,
  readRestriction,
  restrictionPath,
  WithRestrictions,
} from './edition.ts'
import { readByOffset } from './read-by-offset.ts'
import type { Site } from './site.ts'
import { toListing, NAME, nextPath } from './site.ts'

const PER_BATCH = 100

const SpaceReply = z.object({ id: Id, key: z.string() })
const Above = z.object({ ancestors: z.array(z.object({ id: Id })).nullish() })
const PageReply = WithRestrictions.extend({
  ...Above.shape,
  version: z.object({ number: z.int() }),
})
const ContentReply = z.object({
  status: z.string(),
  title: z.string(),
  history: z.object({ createdDate: Day }).nullish(),
  body: z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish(),
  _links: z.object({ webui: z.string(), base: z.string().nullish() }),
})

/** Version 1 of the API. */
export function createDataCenter(site: Site, needsRestrictions: boolean): Edition {
  const expand = `expand=version,ancestors${needsRestrictions ? `,${EXPAND_RESTRICTIONS}` : ''}`
  const listByOffset = <Item extends z.ZodType<{ id: string }>>(
    item: Item,
    path: string,
    signal: AbortSignal,
  ) =>
    readByOffset(async (start) => {
      const at = `${path}&start=${start}&limit=${PER_BATCH}`
      const { results, _links } = await site.read(toListing(item), at, signal)
      return { items: results, hasMore: typeof _links?.next === 'string' }
    })
  const listAll = (type: ContentKind, key: string, signal: AbortSignal) => {
    const path = `/rest/api/content?spaceKey=${encodeURIComponent(key)}&type=${type}&status=current&${expand}`
    return listByOffset(PageReply, path, signal)
  }
  async function* goOn(
    { results, _links }: z.infer<ReturnType<typeof toListing<typeof PageReply>>>,
    signal: AbortSignal,
  ) {
    yield results
    const next = nextPath(_links?.next)
    if (next !== null) yield* site.follow(PageReply, next, signal)
  }
  return {
    async findSpaces(keys, signal) {
      const which =
        keys.length === 0
          ? 'status=current'
          : keys.map((key) => `spaceKey=${encodeURIComponent(key)}`).join('&')
      const spaces: Space[] = []
      const all = listByOffset(SpaceReply, `/rest/api/space?${which}`, signal)
      for await (const some of all) spaces.push(...some)
      return spaces
    },
    async *listContents({ key }, signal) {
      const scan = `/rest/api/content/scan?spaceKey=${encodeURIComponent(key)}&${expand}&limit=${PER_BATCH}`
      const first = await site.readIfThere(toListing(PageReply), scan, signal)
      // Before 7.18 there is none, and `scan` is taken for the number of a page.
      const pages = first ? goOn(first, signal) : listAll('page', key, signal)
      for await (const some of pages) yield some.map(toListed('page'))
      for await (const some of listAll('blogpost', key, signal))
        yield some.map(toListed('blogpost'))
    },
    askRestrictions: (signal) => ({
      async isRestricted(id) {
        const reply = await site.readIfThere(z.unknown(), restrictionPath(id), signal)
        return reply === null || parseRestriction(reply)
      },
      async readParent({ id }) {
        const path = `/rest/api/content/${encodeURIComponent(id)}?expand=ancestors`
        const found = await site.readIfThere(Above, path, signal)
        return found && { parent: readAbove(found) }
      },
    }),
    contentPath: (_type, id) =>
      `/rest/api/content/${encodeURIComponent(id)}?expand=body.storage,version,space,history`,
    parseContent(json): FetchedContent {
      const { status, title, history, body, _links } = parseReply(NAME, ContentReply, json)
      return {
        status,
        title,
        createdAt: history?.createdDate ?? null,
        storage: body?.storage?.value ?? '',
        webui: _links.webui,
        base: _links.base ?? null,
      }
    },
  }
}

const toListed =
  (type: ContentKind) =>
  (page: z.infer<typeof PageReply>): ListedContent => ({
    type,
    id: page.id,
    version: page.version.number,
    parent: readAbove(page),
    isRestricted: readRestriction(page),
  })

/** The nearest is the last. */
function readAbove({ ancestors }: z.infer<typeof Above>): ListedContent['parent'] {
  const nearest = ancestors?.at(-1)
  return nearest ? { type: 'page', id: nearest.id } : null
}
