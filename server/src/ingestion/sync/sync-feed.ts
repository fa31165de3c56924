import { EventEmitter, once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import type { Sync, SyncEvent } from '@footnote/contract/admin/syncs'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findSync } from './find-syncs.ts'

export type SyncFeed = {
  /** How far the sync is, now and whenever that changes, up to its end. Ends early with the signal. */
  follow(tenant: Tenant, sync: Sync, signal: AbortSignal): AsyncGenerator<readonly SyncEvent[]>
}

export type FeedOptions = {
  /** False: the process is about to stop, so streams end and their clients connect to another. */
  isReady: () => boolean
  onError: (error: unknown) => void
  pollMs?: number
}

type Watched = {
  tenant: Tenant
  sourceId: string
  syncId: string
  followers: number
  latest: SyncEvent
  /** Emits `read` after each poll. */
  polls: EventEmitter
}

const POLL_MS = 1_000

/**
 * One poll for all who follow, whichever process runs the sync: a followed sync is read once a second
 * however many follow it, and nothing is read while nobody does. Not LISTEN/NOTIFY: each page of a sync
 * would notify, and commits that notify wait for one another, readers' answers too.
 */
export function createSyncFeed(
  db: Db,
  { isReady, onError, pollMs = POLL_MS }: FeedOptions,
): SyncFeed {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    for (const sync of watched.values()) {
      // The next read may succeed; until then the streams have their heartbeats.
      await read(db, sync).catch(onError)
      sync.polls.emit('read')
    }
    timer = watched.size === 0 ? undefined : setTimeout(() => void poll(), pollMs)
  }

  function join(tenant: Tenant, sync: Sync): Watched {
    const { id: syncId, source_id: sourceId } = sync
    const polls = new EventEmitter().setMaxListeners(0)
    const fresh = { tenant, sourceId, syncId, followers: 0, latest: eventOf(sync, null), polls }
    const joined = watched.get(syncId) ?? fresh
    joined.followers += 1
    watched.set(syncId, joined)
    timer ??= setTimeout(() => void poll(), pollMs)
    return joined
  }

  function leave(sync: Watched): void {
    sync.followers -= 1
    if (sync.followers === 0) watched.delete(sync.syncId)
  }

  return {
    async *follow(tenant, sync, signal) {
      const joined = join(tenant, sync)
      let sent: SyncEvent | null = null
      try {
        while (!signal.aborted && isReady()) {
          const { latest } = joined
          if (latest !== sent) {
            sent = latest
            yield [latest]
            if (latest.done) return
          } else await once(joined.polls, 'read', { signal }).catch(() => undefined)
        }
      } finally {
        leave(joined)
      }
    },
  }
}

async function read(db: Db, sync: Watched): Promise<void> {
  const event = await withTenant(db, sync.tenant, (tx) => readEvent(tx, sync)).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return deletedEvent(sync.latest)
      throw error
    },
  )
  if (!isDeepStrictEqual(event, sync.latest)) sync.latest = event
}

async function readEvent(tx: TenantTransaction, { sourceId, syncId }: Watched): Promise<SyncEvent> {
  const sync = await findSync(tx, sourceId, syncId)
  const reading = await tx
    .selectFrom('sync_pages')
    .select('key')
    .where('sync_id', '=', syncId)
    .where('state', '=', 'fetching')
    .limit(1)
    .executeTakeFirst()
  return eventOf(sync, reading?.key ?? null)
}

function eventOf(sync: Sync, page: string | null): SyncEvent {
  const { state, phase, reason, counts, remaining_seconds } = sync
  const done = state !== 'queued' && state !== 'running'
  return { state, phase, reason, counts, remaining_seconds, page: done ? null : page, done }
}

/** Its source was deleted, and the sync with it. */
const deletedEvent = (latest: SyncEvent): SyncEvent => ({
  ...latest,
  state: 'cancelled',
  reason: 'The source was deleted.',
  remaining_seconds: null,
  page: null,
  done: true,
})
