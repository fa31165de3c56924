import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Recorder } from '../../platform/record-batches.ts'
import { createRecorder } from '../../platform/record-batches.ts'

export type KeyUse = { tenant: Tenant; keyId: string; usedAt: Date }

/** People ask in days, not seconds, whether a key is still in use. */
const WRITE_MS = 30_000
/** In one process between two writes. */
const MAX_WAITING = 10_000

/** Records when each key was last used, every half minute. */
export const createKeyUses = (db: Db, onError: (error: unknown) => void): Recorder<KeyUse> =>
  createRecorder<KeyUse>({
    getName: ({ keyId }) => keyId,
    merge: (_, later) => later,
    write: (uses) => writeKeyUses(db, uses),
    onError,
    intervalMs: WRITE_MS,
    maxEntries: MAX_WAITING,
  })

export async function writeKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  for (const ofTenant of Map.groupBy(uses, ({ tenant }) => tenant.knowledgeBaseId).values()) {
    const [first] = ofTenant
    if (!first) continue
    // Sorted, so that two processes lock the rows in the same order.
    const sorted = ofTenant.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1))
    await withTenant(db, first.tenant, (tx) =>
      // Readers who signed in have ids too, and no key.
      sql`
        insert into client_key_uses (knowledge_base_id, key_id, last_used_at)
        select k.knowledge_base_id, k.id, u.used_at
        from unnest(${sorted.map(({ keyId }) => keyId)}::uuid[],
                    ${sorted.map(({ usedAt }) => usedAt)}::timestamptz[]) u (id, used_at)
        join client_keys k on k.id = u.id
        order by k.id
        on conflict (knowledge_base_id, key_id) do update
          set last_used_at = greatest(client_key_uses.last_used_at, excluded.last_used_at)`.execute(
        tx,
      ),
    )
  }
}
