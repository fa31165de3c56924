import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { EmbeddingSpace } from './embedding-space.ts'
import type { SpaceIndexes } from './embedding-space-index.ts'

export type SpaceCopyDeps = { db: Db; indexes: SpaceIndexes }

/** Some thousand passages, which takes tenths of a second. */
const DOCUMENTS_AT_ONCE = 200

/**
 * Copies the vectors of a space that readers may see to a table of its own, and indexes them there. From
 * then on searches read that table, and triggers make every change in it. Safe to repeat.
 */
export async function buildCopy(
  { db, indexes }: SpaceCopyDeps,
  tenant: Tenant,
  space: Pick<EmbeddingSpace, 'id' | 'dimensions'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await withTenant(db, tenant, (tx) => isKept(tx, space.id)))) {
    await indexes.createTable(space.id)
    // Waits for those who are writing vectors; whoever comes later writes to the copy too.
    await withTenant(db, tenant, (tx) => startFilling(tx, space.id))
  }
  let after: string | null = null
  do {
    signal.throwIfAborted()
    after = await withTenant(db, tenant, (tx) => fill(tx, space.id, after))
  } while (after !== null)
  await indexes.create(space, signal)
  await withTenant(db, tenant, (tx) =>
    tx
      .updateTable('embedding_spaces')
      .set({ indexed: true, vector_copy: 'complete' })
      .where('id', '=', space.id)
      .execute(),
  )
}

/**
 * Searches compare every vector from the commit on. One that began before may still read the copy, which
 * has what was true when it began.
 */
export async function dropCopy(
  { db, indexes }: SpaceCopyDeps,
  tenant: Tenant,
  spaceId: string,
): Promise<void> {
  await withTenant(db, tenant, (tx) =>
    tx
      .updateTable('embedding_spaces')
      .set({ indexed: false, vector_copy: null })
      .where('id', '=', spaceId)
      .execute(),
  )
  await indexes.drop(spaceId)
}

/** Whether changes are made in the copy. Where they are not, what is there may be of an earlier time. */
async function isKept(tx: TenantTransaction, spaceId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('embedding_spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('vector_copy', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

const startFilling = (tx: TenantTransaction, spaceId: string): Promise<unknown> =>
  tx
    .updateTable('embedding_spaces')
    .set({ vector_copy: 'filling' })
    .where('id', '=', spaceId)
    .execute()

/** Returns where to go on, or null at the end. */
async function fill(
  tx: TenantTransaction,
  spaceId: string,
  after: string | null,
): Promise<string | null> {
  let next = tx
    .selectFrom('documents')
    .select('id')
    .orderBy('id')
    .limit(DOCUMENTS_AT_ONCE)
    // Whoever restricts or deletes one waits, and then finds what was copied; in the order that all lock in.
    .forShare()
  if (after !== null) next = next.where('id', '>', after)
  const ids = (await next.execute()).map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return null
  // A statement of its own sees what the locks have waited for.
  await sql`
    insert into indexed_vectors
    select knowledge_base_id, space_id, passage_id, document_id, embedding from passage_vectors
    where space_id = ${spaceId} and document_id = any(${ids}::uuid[]) and visibility <> 'restricted'
    on conflict do nothing`.execute(tx)
  return last
}
