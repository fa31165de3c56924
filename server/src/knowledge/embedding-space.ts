import type { TenantTransaction } from '../platform/tenant.ts'

export type EmbeddingSpace = { id: string; model: string }

/** The space that searches use. */
export const activeSpace = (tx: TenantTransaction): Promise<EmbeddingSpace> =>
  tx
    .selectFrom('embedding_spaces')
    .select(['id', 'model'])
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
