import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { activeSpace, findSpace } from './embedding-space.ts'

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
  const active = await activeSpace(tx)
  const building = await findSpace(tx, 'building')
  const retired = await findSpace(tx, 'retired')
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
