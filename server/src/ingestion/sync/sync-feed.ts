import type { Sync, SyncEvent } from '@footnote/contract/admin/syncs'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { FeedOptions } from '../../platform/feed.ts'
import { createFeed } from '../../platform/feed.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findSync, isUnderWay } from './find-syncs.ts'

export type SyncFeed = {
  /** How far the sync is, now and whenever that changes, up to its end. Ends early with the signal. */
  follow(tenant: Tenant, sync: Sync, signal: AbortSignal): AsyncGenerator<readonly SyncEvent[]>
}

export function createSyncFeed(db: Db, options: FeedOptions): SyncFeed {
  const feed = createFeed<SyncEvent>(options)
  return {
    follow(tenant, sync, signal) {
      const { id: syncId, source_id: sourceId } = sync
      const read = (latest: SyncEvent) =>
        withTenant(db, tenant, (tx) => readEvent(tx, sourceId, syncId)).catch((error: unknown) => {
          if (error instanceof Refusal) return deletedEvent(latest)
          throw error
        })
      const followed = { key: syncId, first: toEvent(sync, null), read, isLast }
      return feed.follow(followed, signal)
    },
  }
}

const isLast = ({ done }: SyncEvent): boolean => done

async function readEvent(
  tx: TenantTransaction,
  sourceId: string,
  syncId: string,
): Promise<SyncEvent> {
  const sync = await findSync(tx, sourceId, syncId)
  const reading = await tx
    .selectFrom('sync_pages')
    .select('key')
    .where('sync_id', '=', syncId)
    .where('state', '=', 'fetching')
    .limit(1)
    .executeTakeFirst()
  return toEvent(sync, reading?.key ?? null)
}

function toEvent(sync: Sync, page: string | null): SyncEvent {
  const { state, phase, reason, counts, remaining_seconds } = sync
  const done = !isUnderWay(state)
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
