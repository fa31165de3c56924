import type {
  PageOutcome,
  PageState,
  SyncCounts,
  SyncState,
  SyncTrigger,
} from '@footnote/contract/admin/syncs'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CreatedAt } from './created-at.ts'

/** A link from one page to another. */
export type PageLink = {
  key: string
  version: string | null
  containers?: readonly string[] | undefined
}

export type SyncPhase = 'listing' | 'fetching' | 'probing' | 'matching' | 'deleting' | 'indexing'

/** found, fetching and waiting: still to do. */
export type SyncPageState = 'found' | 'fetching' | 'waiting' | PageOutcome

/** Metadata of a fetched page that waits; its content is in a column of its own. */
export type WaitingPage = {
  url: string
  title: string | null
  contentType: string
  isText: boolean
  publishedAt: string | null
  etag: string | null
  lastModified: string | null
  links: PageLink[]
}

/** What the listing said of a page instead of its content. */
export type ListedSkip = { skipped: string }

export type SyncTables = {
  /** What is kept about each page of a source between syncs. */
  source_pages: {
    knowledge_base_id: string
    source_id: string
    key: string
    version: string | null
    etag: string | null
    last_modified: string | null
    links: JSONColumnType<PageLink[], string | undefined>
    document_id: string | null
    content_hash: Buffer | null
    fingerprint: Buffer | null
    state: PageState
    reason: string | null
    seen_at: ColumnType<Date, never, Date>
  }
  syncs: {
    knowledge_base_id: string
    id: string
    source_id: string
    trigger: SyncTrigger
    state: Generated<SyncState>
    phase: Generated<SyncPhase>
    reason: Generated<string | null>
    lease_owner: Generated<string | null>
    lease_expires_at: Generated<Date | null>
    lease_lock: Generated<string | null>
    cancel_requested: Generated<boolean>
    known_pages: Generated<number>
    truncated: Generated<boolean>
    listing_takeovers: Generated<number>
    deletions: Generated<'open' | 'held' | 'confirmed' | 'discarded'>
    awaits_evaluation: Generated<boolean>
    called_again: Generated<boolean>
    tries: Generated<number>
    counts: JSONColumnType<
      Omit<SyncCounts, 'dead_links'> & Partial<Pick<SyncCounts, 'dead_links'>>,
      never
    > | null
    created_at: CreatedAt
    started_at: ColumnType<Date | null, never, Date>
    ended_at: ColumnType<Date | null, never, Date>
  }
  sync_pages: {
    knowledge_base_id: string
    sync_id: string
    key: string
    position: ColumnType<string, never, never>
    version: string | null
    state: Generated<SyncPageState>
    reason: Generated<string | null>
    probe: Generated<boolean>
    moved_to: Generated<string | null>
    linked_from: Generated<string | null>
    document_id: Generated<string | null>
    claimed_by: Generated<string | null>
    tries: Generated<number>
    interruptions: Generated<number>
    next_try_at: Generated<Date>
    page: JSONColumnType<WaitingPage | ListedSkip, string | undefined, string | null> | null
    content: Generated<Buffer | null>
    containers: Generated<string[]>
  }
  /** Pages whose document an operator deleted. Syncs skip them. */
  deleted_pages: {
    knowledge_base_id: string
    source_id: string
    key: string
    document_id: string
    url: string
    title: string
    fingerprint: Buffer | null
    deleted_at: Generated<Date>
  }
  source_files: {
    knowledge_base_id: string
    source_id: string
    path: string
    content_type: string
    hash: Buffer
    bytes: Buffer
    created_at: CreatedAt
    updated_at: ColumnType<Date, never, Date>
  }
  upload_parts: {
    knowledge_base_id: string
    upload_id: string
    number: number
    bytes: Buffer
    created_at: CreatedAt
  }
}
