import type { OpenDatabase } from './database/db.ts'
import type { Metrics } from './metrics.ts'
import { readQueue } from './system-facts.ts'
import { withinSignal } from './within-signal.ts'

type StateMetrics = Pick<Metrics, 'jobs' | 'oldestJobSeconds' | 'databaseConnections'>

/** By role, as the label says it. The queue is the worker's. */
export type ObservedDatabases = { api: Pick<OpenDatabase, 'pool'>; worker: OpenDatabase }

/** Whoever collects metrics waits some seconds at most, and wants the rest of them. */
const QUEUE_TIMEOUT_MS = 1_500

/**
 * Reads what is known only when it is asked for: the queue and the pools. While the database does not
 * answer, the metrics of the queue are left out: an old figure would look like a new one.
 */
export function createStateObserver(metrics: StateMetrics, { api, worker }: ObservedDatabases) {
  let reading: ReturnType<typeof readQueue> | null = null

  /** One reading at a time, so that those of a database that hangs do not take every connection. */
  function queueFacts(): ReturnType<typeof readQueue> {
    reading ??= readQueue(worker.db).finally(() => {
      reading = null
    })
    return reading
  }

  async function observeQueue(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(QUEUE_TIMEOUT_MS)
      const { waiting, active, failed, oldest_seconds } = await withinSignal(signal, queueFacts)
      for (const [name, jobs] of Object.entries({ waiting, active, failed }))
        metrics.jobs.set({ state: name }, jobs)
      metrics.oldestJobSeconds.set(oldest_seconds ?? 0)
    } catch {
      metrics.jobs.reset()
      metrics.oldestJobSeconds.remove()
    }
  }

  return async (): Promise<void> => {
    // Before the queue is read, which takes a connection itself.
    for (const [role, pool] of Object.entries({ api: api.pool, worker: worker.pool })) {
      const { totalCount, idleCount, waitingCount } = pool
      const byState = { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount }
      for (const [name, count] of Object.entries(byState))
        metrics.databaseConnections.set({ role, state: name }, count)
    }
    await observeQueue()
  }
}
