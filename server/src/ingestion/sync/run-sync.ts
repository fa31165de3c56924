import { sql } from 'kysely'
import { findSource, toSettings } from '../../sources/sources.ts'
import { isClash, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { newId } from '../../platform/new-id.ts'
import type { SyncJob } from '../../platform/queue.ts'
import type { SyncPhase } from '../../platform/database/sync-tables.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { traced } from '../../platform/tracing/span.ts'
import { SourceError } from '../../connectors/connector.ts'
import { awaitIndexing } from './await-indexing.ts'
import { CANCELLED } from './cancel-sync.ts'
import { countEndedSync } from './sync-counts.ts'
import { deletePages } from './pages/delete-pages.ts'
import type { SyncEnd } from './end-sync.ts'
import { endSync } from './end-sync.ts'
import { keepCounts } from './keep-counts.ts'
import { keepLease, handOver, takeLease } from './lease.ts'
import { listPages, addProbes } from './pages/list-pages.ts'
import { resolveMovedPages } from './pages/moved-pages.ts'
import type { LeasedSync, SyncDeps, SyncRun } from './sync-run.ts'
import { Cancelled, LeaseLost, findReason } from './sync-run.ts'
import { visitPages } from './pages/visit-pages.ts'
import { resolveWaitingPages } from './pages/waiting-pages.ts'

/** A slice, so that a few long syncs do not keep the others waiting for hours. */
const SLICE_MS = 300_000
/** Attempts at a listing before the sync fails. */
const MAX_TRIES = 3
const RETRY_SECONDS = 5

function afterMs(lengthMs: number): () => boolean {
  const endsMs = performance.now() + lengthMs
  return () => performance.now() > endsMs
}

export type SliceEnd = 'ended' | 'handed over' | 'not ours'

/**
 * A sync brings a knowledge base up to date with its source. It lists pages, visits them, tells moved
 * pages from new ones, deletes those that are gone and waits until everything is searchable. The current
 * phase is stored, so a worker continues where another one stopped: this runs one slice of a few minutes,
 * under a lease, and is safe to repeat after any kill. A sync never deletes a page that it could only not
 * reach, and never many pages without an operator's confirmation.
 */
export async function runSync(
  deps: SyncDeps,
  { workspaceId, knowledgeBaseId, syncId }: SyncJob,
  isOver = afterMs(SLICE_MS),
): Promise<SliceEnd> {
  const tenant = { workspaceId, knowledgeBaseId }
  const owner = newId()
  const taken = await withTenant(deps.db, tenant, (tx) =>
    takeLease(tx, syncId, owner, deps.processLock()),
  )
  if (!taken) return 'not ours'
  const sync: LeasedSync = { deps, tenant, syncId, owner }
  const lease = keepLease(sync)
  const signal = AbortSignal.any([lease.signal, deps.stopSignal])
  const counting = new AbortController()
  const counted = keepCounts(sync, counting.signal)
  try {
    await using run = await openRun(sync, taken.source_id, signal)
    const slice = { ...run, isOver }
    const isDone = await runPhases(slice, taken.phase)
    if (!isDone) {
      await handOver(sync)
      return 'handed over'
    }
    await end(sync, { state: 'completed', reason: null })
    return 'ended'
  } catch (error) {
    return await endSliceAfterError(sync, lease.signal, error)
  } finally {
    lease.stop()
    counting.abort()
    await counted
  }
}

async function openRun(
  sync: LeasedSync,
  sourceId: string,
  signal: AbortSignal,
): Promise<Omit<SyncRun, 'isOver'> & AsyncDisposable> {
  const { deps, tenant } = sync
  const source = await withTenant(deps.db, tenant, (tx) => findSource(tx, sourceId))
  const settings = toSettings(source)
  const connector = await deps.openConnector(settings, { tenant, sourceId })
  return {
    ...sync,
    source,
    settings,
    connector,
    signal,
    [Symbol.asyncDispose]: () => connector.close(),
  }
}

/** Runs the phases from this one on. False: the slice ended before the work did. */
async function runPhases(run: SyncRun, from: SyncPhase): Promise<boolean> {
  const steps: Record<SyncPhase, (run: SyncRun) => Promise<boolean | void>> = {
    listing: listPages,
    fetching: visitPages,
    probing: async () => {
      await addProbes(run)
      return visitPages(run)
    },
    matching: async () => {
      await resolveWaitingPages(run)
      await resolveMovedPages(run)
    },
    deleting: deletePages,
    indexing: awaitIndexing,
  }
  const names = ['listing', 'fetching', 'probing', 'matching', 'deleting', 'indexing'] as const
  for (const phase of names.slice(names.indexOf(from))) {
    await enter(run, phase)
    const isDone = await traced(phase, async () => steps[phase](run))
    if (isDone === false) return false
  }
  return true
}

async function enter({ deps, tenant, syncId, owner }: SyncRun, phase: SyncPhase): Promise<void> {
  const entered = await withTenant(deps.db, tenant, (tx) =>
    tx
      .updateTable('syncs')
      .set({ phase })
      .where('id', '=', syncId)
      .where('lease_owner', '=', owner)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!entered) throw new LeaseLost('The lease of the sync was lost')
}

async function end({ deps, tenant, syncId }: LeasedSync, how: SyncEnd): Promise<void> {
  const ended = await withTenant(deps.db, tenant, (tx) =>
    endSync({ tx, queue: deps.queue, tenant }, syncId, how),
  )
  countEndedSync(deps.metrics, ended)
}

async function endSliceAfterError(
  sync: LeasedSync,
  leaseSignal: AbortSignal,
  error: unknown,
): Promise<SliceEnd> {
  const cause: unknown = leaseSignal.aborted ? leaseSignal.reason : error
  if (cause instanceof LeaseLost) return 'not ours'
  if (cause instanceof Cancelled) {
    await end(sync, CANCELLED)
    return 'ended'
  }
  if (sync.deps.stopSignal.aborted) {
    await handOver(sync)
    return 'handed over'
  }
  if (isDatabaseUnavailable(error)) throw error
  if (isClash(error)) {
    await handOver(sync, 1)
    return 'handed over'
  }
  const tries = await countTry(sync)
  if (error instanceof SourceError || tries >= MAX_TRIES) {
    await end(sync, { state: 'failed', reason: findReason(error) })
    return 'ended'
  }
  await handOver(sync, RETRY_SECONDS * tries)
  return 'handed over'
}

async function countTry({ deps, tenant, syncId }: LeasedSync): Promise<number> {
  const { rows } = await withTenant(deps.db, tenant, (tx) =>
    sql<{ tries: number }>`
      update syncs set tries = tries + 1 where id = ${syncId} returning tries`.execute(tx),
  )
  return rows[0]?.tries ?? 0
}
