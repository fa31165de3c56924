import type { TenantTransaction } from '../../../server/src/platform/database/tenant.ts'
import type { Store } from './store.ts'

type Runner = (store: Store, work: (tx: TenantTransaction) => Promise<void>) => Promise<void>

export type HeldTransaction = {
  /** Lets it commit. */
  release: () => void
  committed: Promise<void>
}

/** Runs the work in a transaction, up to its commit. */
export async function holdTransaction(
  as: Runner,
  store: Store,
  work: (tx: TenantTransaction) => Promise<unknown>,
): Promise<HeldTransaction> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: done, resolve: tell } = Promise.withResolvers<void>()
  const committed = as(store, async (tx) => {
    await work(tx)
    tell()
    await released
  })
  await Promise.race([done, committed])
  return { release, committed }
}
