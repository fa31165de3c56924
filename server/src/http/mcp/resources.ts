import { isId } from '@footnote/contract/id'
import { MCP_PAGES_AT_ONCE } from '@footnote/contract/public/mcp'
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server'
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../access/caller.ts'
import { effectiveGroups } from '../../access/effective-groups.ts'
import { listReadablePages, readPage } from '../../knowledge/pages/readable-pages.ts'
import type { Db } from '../../platform/database/db.ts'
import { withTenant } from '../../platform/database/tenant.ts'

const MIME_TYPE = 'text/markdown'

/** A page's URL is also its resource URI, so that the pages an answer cites can be read. */
export const pageTemplate: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      name: 'page',
      title: 'A page of the documentation',
      uriTemplate: '{+url}',
      description: 'The text of an indexed page, by its URL.',
      mimeType: MIME_TYPE,
    },
  ],
}

/** Lists public pages. Unlisted ones can be read by URL. */
export async function listPages(
  db: Db,
  caller: Caller,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  if (cursor !== undefined && !isId(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid')
  }
  const groupIds = await effectiveGroups(db, caller, undefined)
  const found = await withTenant(db, caller, (tx) =>
    listReadablePages(tx, { groupIds, after: cursor, limit: MCP_PAGES_AT_ONCE + 1 }),
  )
  const pages = found.slice(0, MCP_PAGES_AT_ONCE)
  const last = found.length > pages.length ? pages.at(-1)?.id : undefined
  return {
    resources: pages.map(({ url, title }) => ({ uri: url, name: title, mimeType: MIME_TYPE })),
    ...(last === undefined ? {} : { nextCursor: last }),
  }
}

/** The same error whether a page is restricted, in another group or missing. */
export async function readPageResource(
  db: Db,
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult> {
  const text = await readPageText(db, caller, uri)
  if (text === null) throw new ResourceNotFoundError(uri)
  return { contents: [{ uri, mimeType: MIME_TYPE, text }] }
}

/** null: there is no such page that the caller may read. */
export async function readPageText(db: Db, caller: Caller, url: string): Promise<string | null> {
  const groupIds = await effectiveGroups(db, caller, undefined)
  return withTenant(db, caller, (tx) => readPage(tx, url, groupIds))
}
