import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { Source } from '../../sources/sources.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Queue } from '../../platform/queue.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import type { Connector } from '../../connectors/connector.ts'
import { storableText } from '../../text/storable-text.ts'
import type { PerHostLimit } from './per-host-limit.ts'

export type OpenConnector = (
  settings: SourceSettings,
  of: { tenant: Tenant; sourceId: string },
) => Promise<Connector>

export type SyncDeps = {
  db: Db
  queue: Queue
  metrics: Metrics
  log: Log
  openConnector: OpenConnector
  perHostLimit: PerHostLimit
  /** The lock that shows other processes that this one is alive, if it is held. */
  processLock: () => number | null
  /** Aborts when the process is told to stop. */
  stopSignal: AbortSignal
}

/** A sync that a worker has the lease of. */
export type LeasedSync<Deps = SyncDeps> = {
  deps: Deps
  tenant: Tenant
  syncId: string
  /** Names this worker in the lease and on the pages it works on. */
  owner: string
}

/** One worker's slice of a sync. */
export type SyncRun = LeasedSync & {
  source: Source
  settings: SourceSettings
  connector: Connector
  /** Aborts when the sync is cancelled, the lease is lost or the process stops. */
  signal: AbortSignal
  isOver(): boolean
}

/** An operator cancelled it. */
export class Cancelled extends Error {}

/** Another worker has it, or it has ended. */
export class LeaseLost extends Error {}

export const plainReason = (reason: string | null): string | null =>
  reason && storableText(reason.slice(0, 500))

export const findReason = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : 'Unknown error').slice(0, 500)
