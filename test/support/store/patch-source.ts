import { applySourceRules } from '../../../server/src/sources/source-rules.ts'
import { changeSource, listSources } from '../../../server/src/sources/sources.ts'
import type { TenantTransaction } from '../../../server/src/platform/database/tenant.ts'
import type { Store } from './store.ts'
import { asWorker } from './store.ts'

export type SourceChange = Parameters<typeof changeSource>[3]

async function patchIn(
  tx: TenantTransaction,
  store: Store,
  sourceId: string,
  change: SourceChange,
): Promise<void> {
  const changed = await changeSource(tx, store.tenant.knowledgeBaseId, sourceId, change)
  await applySourceRules({ tx, queue: store.queue, tenant: store.tenant }, changed, change)
}

/** Changes a source as the endpoint does. */
export const patchSource = (store: Store, sourceId: string, change: SourceChange): Promise<void> =>
  asWorker(store, (tx) => patchIn(tx, store, sourceId, change))

/** The same for the source of pushed documents, the first of every knowledge base. */
export const patchFirstSource = (store: Store, change: SourceChange): Promise<void> =>
  asWorker(store, (tx) => patchFirstSourceIn(tx, store, change))

export async function patchFirstSourceIn(
  tx: TenantTransaction,
  store: Store,
  change: SourceChange,
): Promise<void> {
  const [source] = await listSources(tx)
  if (!source) throw new Error('There is no source')
  await patchIn(tx, store, source.id, change)
}
