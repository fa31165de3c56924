import type { TenantTransaction } from '../platform/tenant.ts'
import type { VectorSpace } from './knowledge-bases.ts'

/** The space that searches use. Vectors of another model in it would be noise, so they are refused. */
export async function activeSpace(tx: TenantTransaction, embedder: VectorSpace): Promise<string> {
  const space = await tx
    .selectFrom('embedding_spaces')
    .select(['id', 'model', 'dimensions'])
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  if (space.model !== embedder.model || space.dimensions !== embedder.dimensions) {
    throw new Error(
      `The knowledge base was embedded with ${space.model} (${space.dimensions} dimensions); ` +
        `this process is configured for ${embedder.model} (${embedder.dimensions})`,
    )
  }
  return space.id
}
