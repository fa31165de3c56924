import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { activeSpace, findSpace } from './embedding-space.ts'

export type ReembeddingProgress = {
  /** finished: the previous space is kept for a rollback. */
  state: 'idle' | 'building' | 'finished'
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
    return { state: 'building', modelFrom: active.model, modelTo: building.model, ...counts }
  }
  if (retired) {
    return { state: 'finished', modelFrom: retired.model, modelTo: active.model, ...counts }
  }
  return { state: 'idle', modelFrom: active.model, modelTo: null, ...counts }
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
