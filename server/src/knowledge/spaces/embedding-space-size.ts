import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { findSpace } from './embedding-space.ts'
import { queueSpaceMaintenance } from './embedding-space-changes.ts'
import type { SpaceCopyDeps } from './embedding-space-copy.ts'
import { buildCopy, dropCopy } from './embedding-space-copy.ts'
import { removeDiscarded } from './embedding-space-vectors.ts'
import { ALL_PASSAGES } from '../passages/term-statistics.ts'

/** Below this, searches compare every vector; docs/decisions/0006-size.md has the figures. */
export const INDEX_ABOVE_PASSAGES = 20_000
/** Lower, so that a knowledge base near the threshold does not rebuild again and again. */
export const DROP_BELOW_PASSAGES = 15_000

/** A bulk load crosses the threshold once; the size is checked this much later. */
const SIZE_DELAY_SECONDS = 10
const REMOVE_AT_ONCE = 5_000

export const wantsIndex = (passages: number, isIndexed: boolean): boolean =>
  passages > (isIndexed ? DROP_BELOW_PASSAGES : INDEX_ABOVE_PASSAGES)

/** Call it after readable passages were added or removed: queues maintenance if the size requires it. */
export async function watchSize(unit: UnitOfWork): Promise<void> {
  const { tx } = unit
  const { passages, indexed } = await tx
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
    await queueSpaceMaintenance(unit, SIZE_DELAY_SECONDS)
  }
}

/** Garbage-collects discarded spaces, and builds or drops the active one's index as its size requires. */
export async function maintainSpaces(
  deps: SpaceCopyDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> {
  const discarded = await withTenant(deps.db, tenant, (tx) =>
    tx.selectFrom('embedding_spaces').select('id').where('state', '=', 'discarded').execute(),
  )
  for (const { id } of discarded) await dropCopy(deps, tenant, id)
  while (await withTenant(deps.db, tenant, (tx) => removeDiscarded(tx, REMOVE_AT_ONCE))) {
    signal.throwIfAborted()
  }
  await fitIndex(deps, tenant, 'active', signal)
}

/** Builds the index of a large new space before searches move to it. */
export const indexBeforeSwap = (
  deps: SpaceCopyDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> => fitIndex(deps, tenant, 'building', signal)

async function fitIndex(
  deps: SpaceCopyDeps,
  tenant: Tenant,
  state: 'active' | 'building',
  signal: AbortSignal,
): Promise<void> {
  const found = await withTenant(deps.db, tenant, async (tx) => ({
    space: await findSpace(tx, state),
    passages: await countPassages(tx),
  }))
  const { space, passages } = found
  if (!space || wantsIndex(passages, space.indexed) === space.indexed) return
  if (space.indexed) await dropCopy(deps, tenant, space.id)
  else await buildCopy(deps, tenant, space, signal)
}

/** Readable passages, which are counted for BM25 anyway. */
async function countPassages(tx: TenantTransaction): Promise<number> {
  const counted = await tx
    .selectFrom('term_statistics')
    .select('passages')
    .where('term', '=', ALL_PASSAGES)
    .executeTakeFirst()
  return counted?.passages ?? 0
}
