import { z } from 'zod'
import { parseReply } from '../api/api-client.ts'
import type { Edition, FetchedContent, ListedContent, Parent, Space } from './edition.ts'
import {
  Day,
  EXPAND_RESTRICTIONS,
  Id,
  parseRestriction,
  readRestriction,
  restrictionPath,
  WithRestrictions,
} from './edition.ts'
import type { Site } from './site.ts'
import { NAME } from './site.ts'

const PER_BATCH = 250
/** The most that the search gives at once with what is asked for here. */
const PER_SEARCH = 200

const SpaceReply = z.object({ id: Id, key: z.string() })
const Above = z.object({ parentId: Id.nullish(), parentType: z.string().nullish() })
const PageReply = Above.extend({ id: Id, version: z.object({ number: z.int() }) })
const ContentReply = z.object({
  status: z.string(),
  title: z.string(),
  createdAt: Day,
  body: z.object({ storage: z.object({ value: z.string() }).nullish() }).nullish(),
  _links: z.object({ webui: z.string(), base: z.string().nullish() }),
})

/** Where the API has what can be above a page. */
const PATHS: Readonly<Record<string, string>> = {
  page: 'pages',
  folder: 'folders',
  whiteboard: 'whiteboards',
  database: 'databases',
  embed: 'embeds',
}

/** Version 2 of the API, and version 1 for the restrictions, which version 2 does not know. */
export function createCloud(site: Site, needsRestrictions: boolean): Edition {
  const listed =
    (type: ListedContent['type'], restricted: ReadonlyMap<string, boolean>) =>
    ({ id, version, ...above }: z.infer<typeof PageReply>): ListedContent => ({
      type,
      id,
      version: version.number,
      parent: readAbove(above),
      isRestricted: restricted.get(id) ?? null,
    })
  return {
    async findSpaces(keys, signal) {
      const which =
        keys.length === 0 ? 'status=current' : `keys=${keys.map(encodeURIComponent).join(',')}`
      const spaces: Space[] = []
      const first = `/api/v2/spaces?${which}&limit=${PER_BATCH}`
      for await (const some of site.follow(SpaceReply, first, signal)) spaces.push(...some)
      return spaces
    },
    async *listContents({ id, key }, signal) {
      const restricted = needsRestrictions
        ? await listRestrictions(site, key, signal)
        : new Map<string, boolean>()
      // Without `status` archived pages are listed too.
      const how = `status=current&sort=id&limit=${PER_BATCH}`
      const pages = `/api/v2/spaces/${encodeURIComponent(id)}/pages?${how}`
      for await (const some of site.follow(PageReply, pages, signal)) {
        yield some.map(listed('page', restricted))
      }
      const posts = `/api/v2/blogposts?space-id=${encodeURIComponent(id)}&${how}`
      for await (const some of site.follow(PageReply, posts, signal)) {
        yield some.map(listed('blogpost', restricted))
      }
    },
    askRestrictions: (signal) => ({
      async isRestricted(id) {
        const reply = await site.readIfThere(z.unknown(), restrictionPath(id), signal)
        return reply === null || parseRestriction(reply)
      },
      async readParent({ type, id }) {
        const path = PATHS[type]
        if (path === undefined) return null
        const found = await site.readIfThere(
          Above,
          `/api/v2/${path}/${encodeURIComponent(id)}`,
          signal,
        )
        return found && { parent: readAbove(found) }
      },
    }),
    contentPath: (type, id) =>
      `/api/v2/${type === 'page' ? 'pages' : 'blogposts'}/${encodeURIComponent(id)}?body-format=storage`,
    parseContent(json): FetchedContent {
      const { status, title, createdAt, body, _links } = parseReply(NAME, ContentReply, json)
      return {
        status,
        title,
        createdAt,
        storage: body?.storage?.value ?? '',
        webui: _links.webui,
        base: _links.base ?? null,
      }
    },
  }
}

const readAbove = ({ parentId, parentType }: z.infer<typeof Above>): Parent | null =>
  typeof parentId === 'string' ? { type: parentType ?? 'page', id: parentId } : null

/**
 * Which pages of a space have restrictions of their own, many at a time. The search may not know the
 * newest pages yet, which are then asked for one by one. Those of the pages above must not be asked for
 * here: one of these that is a draft or in the trash ends the search.
 */
async function listRestrictions(
  site: Site,
  key: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, boolean>> {
  const restricted = new Map<string, boolean>()
  const cql = encodeURIComponent(`space = "${key}" and type in (page, blogpost)`)
  const first = `/rest/api/content/search?cql=${cql}&expand=${EXPAND_RESTRICTIONS}&limit=${PER_SEARCH}`
  for await (const some of site.follow(WithRestrictions, first, signal)) {
    for (const content of some) {
      const isRestricted = readRestriction(content)
      if (isRestricted !== null) restricted.set(content.id, isRestricted)
    }
  }
  return restricted
}
