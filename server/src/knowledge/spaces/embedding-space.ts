import type { Database } from '../../platform/database/database.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

export type EmbeddingSpace = {
  id: string
  model: string
  dimensions: number
  /** Whether it has an HNSW index. */
  indexed: boolean
}

export type GatedSpace = EmbeddingSpace & {
  /** No evaluation is waited for any more. */
  may_swap: boolean
  /** Why searches do not move to it. */
  held_reason: string | null
}

export type SpaceState = Database['embedding_spaces']['state']

const COLUMNS = ['id', 'model', 'dimensions', 'indexed'] as const

/** The space that searches use. */
export const activeSpace = (tx: TenantTransaction): Promise<EmbeddingSpace> =>
  tx
    .selectFrom('embedding_spaces')
    .select(COLUMNS)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()

/** Undefined if there is none in this state; there is never more than one. */
export const findSpace = (
  tx: TenantTransaction,
  state: 'active' | 'building' | 'retired',
): Promise<GatedSpace | undefined> =>
  tx
    .selectFrom('embedding_spaces')
    .select([...COLUMNS, 'may_swap', 'held_reason'])
    .where('state', '=', state)
    .executeTakeFirst()

/** The space with this id, while it is being built. */
export async function findBuildingSpace(
  tx: TenantTransaction,
  id: string,
): Promise<EmbeddingSpace | undefined> {
  return tx
    .selectFrom('embedding_spaces')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('state', '=', 'building')
    .executeTakeFirst()
}

export type KeptSpace = EmbeddingSpace & { state: 'active' | 'building' }

/** The spaces that a changed document is written to. A retired one catches up on a rollback. */
export async function keptSpaces(tx: TenantTransaction): Promise<KeptSpace[]> {
  return tx
    .selectFrom('embedding_spaces')
    .select([...COLUMNS, 'state'])
    .where('state', 'in', ['active', 'building'])
    .$narrowType<{ state: KeptSpace['state'] }>()
    .execute()
}

/**
 * The same, locked until the commit: a swap waits and then sees what was written. Lock the document
 * before these, and these before touching passages or vectors.
 */
export async function lockKeptSpaces(
  tx: TenantTransaction,
): Promise<Pick<KeptSpace, 'id' | 'state'>[]> {
  return tx
    .selectFrom('embedding_spaces')
    .select(['id', 'state'])
    .where('state', 'in', ['active', 'building'])
    .$narrowType<{ state: KeptSpace['state'] }>()
    .forShare()
    .execute()
}
