import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import { DEFAULT_PAGES_LIMIT, MAX_CURSOR_CHARACTERS, MAX_PAGES_LIMIT } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { nextCursor } from './listing.ts'

export const SyncState = z
  .enum(['queued', 'running', 'held', 'completed', 'failed', 'cancelled'])
  .meta({
    id: 'SyncState',
    description:
      'held: done but for deletions, which wait for the evaluation gate, or for a person to confirm or discard them.',
  })
export type SyncState = z.infer<typeof SyncState>

export const SyncTrigger = z.enum(['created', 'manual', 'schedule', 'webhook']).meta({
  id: 'SyncTrigger',
  description: 'What started it. created: the source was new. manual: an operator asked.',
})
export type SyncTrigger = z.infer<typeof SyncTrigger>

/** How a page ends in a sync. */
export const PageState = z
  .enum(['unchanged', 'changed', 'added', 'moved', 'gone', 'skipped', 'failed'])
  .meta({ id: 'PageState', description: 'The outcome of the page in the last sync that saw it.' })
export type PageState = z.infer<typeof PageState>

/** The same, with the links of a sync that lead to no page. */
export const PageOutcome = z.enum([...PageState.options, 'dead_link']).meta({
  id: 'PageOutcome',
  description: 'dead_link: answered 404 or 410, and was never a page of the source.',
})
export type PageOutcome = z.infer<typeof PageOutcome>

export const SyncCounts = z
  .object({
    found: z.int().describe('Pages found so far.'),
    fetched: z.int().describe('Pages that have an outcome.'),
    added: z.int().describe('New in the knowledge base.'),
    changed: z.int().describe('Their content differs from the last sync.'),
    moved: z.int().describe('Kept their document under a new URL.'),
    unchanged: z.int().describe('The same as at the last sync.'),
    gone: z.int().describe('Deleted, or to be deleted once confirmed.'),
    dead_links: z.int().describe('URLs that returned 404 or 410 and were never pages.'),
    skipped: z.int().describe('Skipped on purpose; each page has a reason.'),
    failed: z.int().describe('Could not be read in any attempt.'),
    to_index: z.int().describe('Documents that are new or changed.'),
    indexed: z.int().describe('How many of them can be found by now.'),
  })
  .meta({ id: 'SyncCounts' })
export type SyncCounts = z.infer<typeof SyncCounts>

export const Sync = z
  .object({
    id: Id.describe('Poll it to follow the sync.'),
    source_id: Id.describe('The source synced.'),
    trigger: SyncTrigger,
    state: SyncState,
    phase: z
      .enum(['listing', 'fetching', 'probing', 'matching', 'deleting', 'indexing'])
      .describe(
        'What a running one does. probing: asks for pages that were neither listed nor linked. ' +
          'matching: tells moved pages from new ones.',
      ),
    reason: z.string().nullable().describe('Why it failed, was cancelled or is held.'),
    counts: SyncCounts.describe('Pages so far, by outcome.'),
    remaining_seconds: z.int().nullable().describe('An estimate; null: none yet, or ended.'),
    created_at: Timestamp.describe('When it was queued.'),
    started_at: Timestamp.nullable().describe('When a worker started it; null: still queued.'),
    ended_at: Timestamp.nullable().describe('null: it has not ended.'),
  })
  .meta({ id: 'Sync' })
export type Sync = z.infer<typeof Sync>

export const SyncEvent = z
  .object({
    state: SyncState,
    phase: Sync.shape.phase,
    reason: Sync.shape.reason,
    counts: SyncCounts.describe('Pages so far, by what became of them.'),
    remaining_seconds: Sync.shape.remaining_seconds,
    page: z.string().nullable().describe('A page that is being read now; null: none is.'),
    done: z.boolean().describe('true: the sync has ended or is held, and no event follows.'),
  })
  .meta({ id: 'SyncEvent', description: 'How far a sync is.' })
export type SyncEvent = z.infer<typeof SyncEvent>

export const SyncList = z
  .object({ syncs: z.array(Sync).describe('Newest first.') })
  .meta({ id: 'SyncList' })
export type SyncList = z.infer<typeof SyncList>

export const SyncListQuery = z.strictObject({
  limit: cappedCountInQuery(20, 100).describe('The number of syncs. Above 100 counts as 100.'),
  before: Id.optional().describe('Only syncs older than this one.'),
})
export type SyncListQuery = z.infer<typeof SyncListQuery>

/** Keys of pages may be long. */
export const PageCursor = limitedText(MAX_CURSOR_CHARACTERS * 6)
  .optional()
  .describe('The `next_cursor` of the previous page.')

const pagesLimit = cappedCountInQuery(DEFAULT_PAGES_LIMIT, MAX_PAGES_LIMIT).describe(
  `Pages wanted. Above ${MAX_PAGES_LIMIT} counts as ${MAX_PAGES_LIMIT}.`,
)

export const SyncPagesQuery = z.strictObject({
  state: z
    .enum(['found', 'fetching', 'waiting', ...PageOutcome.options])
    .optional()
    .describe('Only pages in this state. The first three are still in progress.'),
  limit: pagesLimit,
  cursor: PageCursor,
})
export type SyncPagesQuery = z.infer<typeof SyncPagesQuery>

export const SyncPage = z
  .object({
    title: z.string().nullable().describe('The title of its document; null: it has none.'),
    key: z.string().describe('The page in its source: a URL, a path.'),
    state: z
      .enum(['found', 'fetching', 'waiting', ...PageOutcome.options])
      .describe('Its outcome. The first three are still in progress.'),
    reason: z.string().nullable().describe('Why it was skipped, failed or will be retried.'),
    linked_from: z
      .string()
      .nullable()
      .describe('The first page that linked to it; null: the source lists it.'),
    document_id: Id.nullable().describe('The document of the page; null: it has none.'),
    tries: z.int().describe('Failed attempts.'),
  })
  .meta({ id: 'SyncPage' })
export type SyncPage = z.infer<typeof SyncPage>

export const SyncPageList = z
  .object({
    pages: z.array(SyncPage).describe('Sorted by key.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'SyncPageList' })
export type SyncPageList = z.infer<typeof SyncPageList>

export const SourcePagesQuery = z.strictObject({
  state: PageState.optional().describe(
    'Only pages with this outcome in the last sync that saw them.',
  ),
  limit: pagesLimit,
  cursor: PageCursor,
})
export type SourcePagesQuery = z.infer<typeof SourcePagesQuery>

export const SourcePage = z
  .object({
    key: z.string().describe('The page in its source: a URL, a path.'),
    state: PageState,
    reason: z.string().nullable().describe('Why it was skipped or failed.'),
    seen_at: Timestamp.describe('When a sync last saw it.'),
    document_id: Id.nullable().describe('null: not in the knowledge base.'),
    url: z.string().nullable().describe('Shown to readers as the source; null: no document.'),
    title: z.string().nullable().describe('Shown with each citation; null: no document.'),
    document_state: z
      .enum(['pending', 'indexed', 'failed'])
      .nullable()
      .describe('Whether searches can find it. pending: waits to be indexed.'),
    passages: z.int().describe('Passages its document was split into.'),
  })
  .meta({ id: 'SourcePage' })
export type SourcePage = z.infer<typeof SourcePage>

export const SourcePageList = z
  .object({
    pages: z.array(SourcePage).describe('Sorted by key.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'SourcePageList' })
export type SourcePageList = z.infer<typeof SourcePageList>
