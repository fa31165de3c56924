import { z } from 'zod'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import { DEFAULT_PAGES_LIMIT, MAX_CURSOR_CHARACTERS, MAX_PAGES_LIMIT } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const SyncState = z
  .enum(['queued', 'running', 'held', 'completed', 'failed', 'cancelled'])
  .meta({
    id: 'SyncState',
    description:
      'held: done but for deletions, which are so many that a person confirms or discards them.',
  })
export type SyncState = z.infer<typeof SyncState>

export const SyncTrigger = z
  .enum(['created', 'manual', 'schedule', 'webhook'])
  .meta({ id: 'SyncTrigger' })
export type SyncTrigger = z.infer<typeof SyncTrigger>

/** How a page ends in a sync. */
export const PageState = z
  .enum(['unchanged', 'changed', 'added', 'moved', 'gone', 'skipped', 'failed'])
  .meta({ id: 'PageState' })
export type PageState = z.infer<typeof PageState>

export const SyncCounts = z
  .object({
    found: z.int().describe('Pages found so far.'),
    fetched: z.int().describe('Pages that have an outcome.'),
    added: z.int(),
    changed: z.int(),
    moved: z.int().describe('Kept their document under a new address.'),
    unchanged: z.int(),
    gone: z.int().describe('Deleted, or to be deleted once confirmed.'),
    skipped: z.int(),
    failed: z.int(),
    to_index: z.int().describe('Documents that are new or changed.'),
    indexed: z.int().describe('Of these, the ones that can be found.'),
  })
  .meta({ id: 'SyncCounts' })
export type SyncCounts = z.infer<typeof SyncCounts>

export const Sync = z
  .object({
    id: Id,
    source_id: Id,
    trigger: SyncTrigger,
    state: SyncState,
    phase: z
      .enum(['listing', 'fetching', 'probing', 'settling', 'deleting', 'indexing'])
      .describe(
        'What a running one does. probing: asks for pages that were neither listed nor linked. ' +
          'settling: tells moved pages from new ones.',
      ),
    reason: z.string().nullable().describe('Why it failed, was cancelled or is held.'),
    counts: SyncCounts,
    remaining_seconds: z.int().nullable().describe('An estimate; null: none yet, or ended.'),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: 'Sync' })
export type Sync = z.infer<typeof Sync>

export const SyncList = z
  .object({ syncs: z.array(Sync).describe('Newest first.') })
  .meta({ id: 'SyncList' })
export type SyncList = z.infer<typeof SyncList>

export const SyncListQuery = z.strictObject({
  limit: cappedCountInQuery(20, 100),
  before: Id.optional().describe('Only syncs older than this one.'),
})
export type SyncListQuery = z.infer<typeof SyncListQuery>

const Cursor = limitedText(MAX_CURSOR_CHARACTERS * 6)
  .optional()
  .describe('The `next_cursor` of the page before.')

export const SyncPagesQuery = z.strictObject({
  state: z
    .enum(['found', 'fetching', 'waiting', ...PageState.options])
    .optional()
    .describe('Only pages in this state. The first three are still to do.'),
  limit: cappedCountInQuery(DEFAULT_PAGES_LIMIT, MAX_PAGES_LIMIT),
  cursor: Cursor,
})
export type SyncPagesQuery = z.infer<typeof SyncPagesQuery>

export const SyncPage = z
  .object({
    key: z.string().describe('The page in its source: a URL, a path.'),
    state: z.enum(['found', 'fetching', 'waiting', ...PageState.options]),
    reason: z.string().nullable(),
    document_id: Id.nullable(),
    tries: z.int().describe('Tries that failed.'),
  })
  .meta({ id: 'SyncPage' })
export type SyncPage = z.infer<typeof SyncPage>

export const SyncPageList = z
  .object({ pages: z.array(SyncPage), next_cursor: z.string().nullable() })
  .meta({ id: 'SyncPageList' })
export type SyncPageList = z.infer<typeof SyncPageList>

export const SourcePagesQuery = z.strictObject({
  state: PageState.optional().describe('Only pages that ended so in the last sync that saw them.'),
  limit: cappedCountInQuery(DEFAULT_PAGES_LIMIT, MAX_PAGES_LIMIT),
  cursor: Cursor,
})
export type SourcePagesQuery = z.infer<typeof SourcePagesQuery>

export const SourcePage = z
  .object({
    key: z.string(),
    state: PageState,
    reason: z.string().nullable().describe('Why it was skipped or failed.'),
    seen_at: Timestamp,
    document_id: Id.nullable().describe('null: not in the knowledge base.'),
    url: z.string().nullable(),
    title: z.string().nullable(),
    document_state: z.enum(['pending', 'indexed', 'failed']).nullable(),
    passages: z.int(),
  })
  .meta({ id: 'SourcePage' })
export type SourcePage = z.infer<typeof SourcePage>

export const SourcePageList = z
  .object({ pages: z.array(SourcePage), next_cursor: z.string().nullable() })
  .meta({ id: 'SourcePageList' })
export type SourcePageList = z.infer<typeof SourcePageList>
