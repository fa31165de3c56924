import { openQueue } from '../../../server/src/platform/queue.ts'
import { indexPages } from '../store/gated-base.ts'
import { openAs, seedTenant } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import type { ChaosPostgres } from './postgres.ts'
import { startChaosPostgres } from './postgres.ts'
import type { Standby } from './standby.ts'
import { startStandby } from './standby.ts'

/** A PostgreSQL of the test's own with pages in it, and two streaming standbys. */
export type ReplicatedStore = {
  primary: ChaosPostgres
  store: Store
  documentIds: string[]
  standbys: [Standby, Standby]
  stop(): Promise<void>
}

export async function startReplicatedStore(): Promise<ReplicatedStore> {
  const primary = await startChaosPostgres()
  const ownerUrl = primary.databaseUrl
  const api = openAs(ownerUrl, 'footnote_api')
  const worker = openAs(ownerUrl, 'footnote_worker')
  const onError = () => undefined
  const queue = await openQueue({ databaseUrl: ownerUrl, supervise: false, onError })
  const tenant = await seedTenant(worker.db)
  const close = async () => {
    await queue.stop({ graceful: false })
    await api.db.destroy()
    await worker.db.destroy()
  }
  const store = { ownerUrl, api, worker, queue, tenant, close }
  const documentIds = await indexPages(store)
  const standbys: [Standby, Standby] = [await startStandby(primary), await startStandby(primary)]
  return {
    primary,
    store,
    documentIds,
    standbys,
    async stop() {
      await close()
      for (const standby of standbys) await standby.stop()
      await primary.stop()
    },
  }
}
