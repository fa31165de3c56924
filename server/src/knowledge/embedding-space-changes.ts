import { sql } from 'kysely'
import { newId } from '../platform/new-id.ts'
import type { Queue } from '../platform/queue.ts'
import { enqueue } from '../platform/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/tenant.ts'
import type { SpaceState } from './embedding-space.ts'
import { activeSpace, findSpace } from './embedding-space.ts'
import type { VectorSpace } from './knowledge-bases.ts'

/** Longer than a search that began with a space just discarded: 3 s of cache, 10 s of statement. */
const DISCARD_DELAY_SECONDS = 30

/** Begins a space for another model beside the active one. Asked for again, it changes nothing. */
export async function startReembedding(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  { model, dimensions }: VectorSpace,
): Promise<void> {
  await holdAllSpaces(tx)
  if ((await activeSpace(tx)).model === model) return
  const building = await findSpace(tx, 'building')
  if (building && building.model !== model) throw new Refusal('CONFLICT')
  // The model before: its vectors are still here, so what changed since is all there is to embed.
  const retired = await findSpace(tx, 'retired')
  if (retired?.model === model) await setState(tx, retired.id, 'building')
  else if (!building) {
    if (retired) await discard(tx, queue, tenant, retired.id)
    await tx
      .insertInto('embedding_spaces')
      .values({
        knowledge_base_id: tenant.knowledgeBaseId,
        id: newId(),
        model,
        dimensions,
        state: 'building',
      })
      .execute()
  }
  await queueBuilding(tx, queue, tenant)
}

/** Turns back to the space before. It catches up first, as a building space does. */
export async function startRollback(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
): Promise<void> {
  await holdAllSpaces(tx)
  const retired = await findSpace(tx, 'retired')
  if (!retired) throw new Refusal('CONFLICT')
  await setState(tx, retired.id, 'building')
  // Nothing changed since the swap: back at once.
  if ((await swapSpaces(tx)) !== 'swapped') await queueBuilding(tx, queue, tenant)
}

/** Gives up whatever is kept beside the active space. */
export async function discardSpare(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
): Promise<void> {
  await holdAllSpaces(tx)
  for (const state of ['building', 'retired'] as const) {
    const spare = await findSpace(tx, state)
    if (spare) await discard(tx, queue, tenant, spare.id)
  }
}

export type SwapOutcome = 'swapped' | 'incomplete' | 'nothing to swap'

/** Searches move to the new space at the commit, if every passage has a vector in it. */
export async function swapSpaces(tx: TenantTransaction): Promise<SwapOutcome> {
  // Documents written by now are seen by the check below; those to come wait and see the new state.
  await holdAllSpaces(tx)
  const building = await findSpace(tx, 'building')
  if (!building) return 'nothing to swap'
  // A vector belongs to a passage, and a passage has one in a space at most: to count is enough. The
  // planner takes a new space for empty, and compared each passage with all of its vectors.
  const { rows } = await sql<{ incomplete: boolean }>`
    select (select count(*) from passages) <>
           (select count(*) from passage_vectors where space_id = ${building.id}) as incomplete`.execute(
    tx,
  )
  if (rows[0]?.incomplete !== false) return 'incomplete'
  await setState(tx, (await activeSpace(tx)).id, 'retired')
  await setState(tx, building.id, 'active')
  return 'swapped'
}

/** One change at a time, and none while a document is being written. */
const holdAllSpaces = (tx: TenantTransaction): Promise<unknown> =>
  tx.selectFrom('embedding_spaces').select('id').orderBy('id').forNoKeyUpdate().execute()

const setState = (tx: TenantTransaction, id: string, state: SpaceState): Promise<unknown> =>
  tx.updateTable('embedding_spaces').set({ state }).where('id', '=', id).execute()

async function discard(
  tx: TenantTransaction,
  queue: Queue,
  tenant: Tenant,
  id: string,
): Promise<void> {
  await setState(tx, id, 'discarded')
  await queueTidying(tx, queue, tenant, DISCARD_DELAY_SECONDS)
}

const queueBuilding = (
  tx: TenantTransaction,
  queue: Queue,
  { workspaceId, knowledgeBaseId }: Tenant,
): Promise<void> => enqueue(queue, tx, 'reembed', { workspaceId, knowledgeBaseId }, knowledgeBaseId)

/** Removes discarded spaces, and makes or drops an index where the size asks for it. */
export const queueTidying = (
  tx: TenantTransaction,
  queue: Queue,
  { workspaceId, knowledgeBaseId }: Tenant,
  delaySeconds: number,
): Promise<void> =>
  enqueue(queue, tx, 'vector-index', { workspaceId, knowledgeBaseId }, knowledgeBaseId, {
    delaySeconds,
  })
