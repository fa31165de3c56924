import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { DEFAULT_PAGES_LIMIT, MAX_CURSOR_CHARACTERS, MAX_PAGES_LIMIT } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { nextCursor } from './listing.ts'
import { PageCursor } from './syncs.ts'

export const DeletedPagesQuery = z.strictObject({
  limit: cappedCountInQuery(DEFAULT_PAGES_LIMIT, MAX_PAGES_LIMIT).describe(
    `Pages wanted. Above ${MAX_PAGES_LIMIT} counts as ${MAX_PAGES_LIMIT}.`,
  ),
  cursor: PageCursor,
})
export type DeletedPagesQuery = z.infer<typeof DeletedPagesQuery>

export const RestorePageQuery = z.strictObject({
  page: limitedText(MAX_CURSOR_CHARACTERS * 6).describe('Its key in the source, or its URL.'),
})
export type RestorePageQuery = z.infer<typeof RestorePageQuery>

export const DeletedPage = z
  .object({
    key: z.string().describe('The page in its source: a URL, a path.'),
    url: z.string().describe('URL that the document had.'),
    title: z.string().describe('Title the document had.'),
    deleted_at: Timestamp.describe('When its document was deleted.'),
  })
  .meta({ id: 'DeletedPage' })
export type DeletedPage = z.infer<typeof DeletedPage>

export const DeletedPageList = z
  .object({
    pages: z.array(DeletedPage).describe('Sorted by key.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DeletedPageList' })
export type DeletedPageList = z.infer<typeof DeletedPageList>
