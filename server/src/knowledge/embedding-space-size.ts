import type { Db } from '../platform/db.ts'
import type { Queue } from '../platform/queue.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import type { EmbeddingSpace } from './embedding-space.ts'
import { findSpace } from './embedding-space.ts'
import { queueTidying } from './embedding-space-changes.ts'
import type { SpaceIndexes } from './embedding-space-index.ts'
import { removeDiscarded } from './embedding-space-vectors.ts'
import { ALL_PASSAGES } from './term-statistics.ts'

/** Up to here every vector is compared; docs/decisions/0006-size.md has the figures. */
export const INDEX_ABOVE_PASSAGES = 20_000
/** Lower, so that a knowledge base that hovers around the first does not build again and again. */
export const DROP_BELOW_PASSAGES = 15_000

/** A bulk load passes the threshold once; this much later it is looked at. */
const SIZE_DELAY_SECONDS = 10
const REMOVE_AT_ONCE = 5_000

export const wantsIndex = (passages: number, isIndexed: boolean): boolean =>
  passages > (isIndexed ? DROP_BELOW_PASSAGES : INDEX_ABOVE_PASSAGES)

/** Call it after passages came or went: queues the work if the size now asks for another search. */
export async function watchSize(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
): Promise<void> {
  const { indexed, passages } = await tx
    .selectFrom('embedding_spaces')
    .select('indexed')
    .select((of) =>
      of
        .selectFrom('term_statistics')
        .select('passages')
        .where('term', '=', ALL_PASSAGES)
        .as('passages'),
    )
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  if (wantsIndex(passages ?? 0, indexed) !== indexed) {
    await queueTidying(tx, queue, tenant, SIZE_DELAY_SECONDS)
  }
}

export type TidyingDeps = { db: Db; indexes: SpaceIndexes }

/** Removes discarded spaces, and makes or drops the active one's index where its size asks for it. */
export async function tidySpaces(
  deps: TidyingDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> {
  const discarded = await withTenant(deps.db, tenant, (tx) =>
    tx.selectFrom('embedding_spaces').select('id').where('state', '=', 'discarded').execute(),
  )
  for (const { id } of discarded) await deps.indexes.drop(id)
  while (await withTenant(deps.db, tenant, (tx) => removeDiscarded(tx, REMOVE_AT_ONCE))) {
    signal.throwIfAborted()
  }
  await fitIndex(deps, tenant, 'active', signal)
}

/** A new space of many passages has its index before searches move to it. */
export const indexBeforeSwap = (
  deps: TidyingDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> => fitIndex(deps, tenant, 'building', signal)

async function fitIndex(
  { db, indexes }: TidyingDeps,
  tenant: Tenant,
  state: 'active' | 'building',
  signal: AbortSignal,
): Promise<void> {
  const found = await withTenant(db, tenant, async (tx) => ({
    space: await findSpace(tx, state),
    passages: await countPassages(tx),
  }))
  const { space, passages } = found
  if (!space) return
  const isWanted = wantsIndex(passages, space.indexed)
  if (isWanted === space.indexed) return
  if (isWanted) await indexes.create(space, signal)
  await withTenant(db, tenant, (tx) => setIndexed(tx, space, isWanted))
  if (!isWanted) await indexes.drop(space.id)
}

const setIndexed = (
  tx: TenantTransaction,
  { id }: EmbeddingSpace,
  indexed: boolean,
): Promise<unknown> =>
  tx.updateTable('embedding_spaces').set({ indexed }).where('id', '=', id).execute()

/** Readable ones: they are counted already, for BM25. */
async function countPassages(tx: TenantTransaction): Promise<number> {
  const counted = await tx
    .selectFrom('term_statistics')
    .select('passages')
    .where('term', '=', ALL_PASSAGES)
    .executeTakeFirst()
  return counted?.passages ?? 0
}
