import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

export type ReembeddingProgress = {
  /** finished: the previous space is kept for a rollback. */
  state: 'idle' | 'building' | 'evaluating' | 'held' | 'finished'
  /** Why it is held. */
  reason: string | null
  modelFrom: string
  modelTo: string | null
  /** Passages that have a vector of the newer model. */
  done: number
  total: number
}

export async function findReembeddingProgress(tx: TenantTransaction): Promise<ReembeddingProgress> {
  // In one statement: between two of them a swap may change which is which.
  const spaces = await tx
    .selectFrom('embedding_spaces')
    .select(['id', 'model', 'state', 'held_reason'])
    .execute()
  const active = spaces.find(({ state }) => state === 'active')
  const building = spaces.find(({ state }) => state === 'building')
  const retired = spaces.find(({ state }) => state === 'retired')
  if (!active) throw new Error('No embedding space is active')
  const counts = await countVectors(tx, (building ?? active).id)
  if (building) {
    const { held_reason: reason, model: modelTo } = building
    const isEvaluated = await isBeingEvaluated(tx, building.id)
    const state = reason !== null ? 'held' : isEvaluated ? 'evaluating' : 'building'
    return { state, reason, modelFrom: active.model, modelTo, ...counts }
  }
  const reason = null
  if (retired) {
    return { state: 'finished', reason, modelFrom: retired.model, modelTo: active.model, ...counts }
  }
  return { state: 'idle', reason, modelFrom: active.model, modelTo: null, ...counts }
}

/** Whether questions are asked with it, or will be. */
export async function isBeingEvaluated(tx: TenantTransaction, spaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from evaluations
    where space_id = ${spaceId} and state in ('queued', 'running') limit 1`.execute(tx)
  return rows.length > 0
}

async function countVectors(
  tx: TenantTransaction,
  spaceId: string,
): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select (select count(*) from passage_vectors where space_id = ${spaceId})::int as done,
           (select count(*) from passages)::int as total`.execute(tx)
  return rows[0] ?? { done: 0, total: 0 }
}
