import { sql } from 'kysely'
import { newId } from '../../platform/new-id.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import type { SpaceState } from './embedding-space.ts'
import { activeSpace, findSpace } from './embedding-space.ts'
import type { VectorSpace } from '../knowledge-bases.ts'

/** Outlasts searches that still use the discarded space: 3 s of cache and a 10 s statement. */
const DISCARD_DELAY_SECONDS = 30

/**
 * Creates a space for another model next to the active one. Idempotent; one that is held is evaluated
 * again. `skipGate`: searches move to it whatever the gate says.
 */
export async function startReembedding(
  unit: UnitOfWork,
  { model, dimensions }: VectorSpace,
  { skipGate = false }: { skipGate?: boolean } = {},
): Promise<void> {
  const { tx, tenant } = unit
  await lockAllSpaces(tx)
  if ((await activeSpace(tx)).model === model) return
  const building = await findSpace(tx, 'building')
  if (building && building.model !== model) throw new Refusal('CONFLICT')
  // The previous model: its vectors still exist, so only what changed since must be embedded.
  const retired = await findSpace(tx, 'retired')
  if (retired?.model === model) await setState(tx, retired.id, 'building')
  else if (!building) {
    if (retired) await discard(unit, retired.id)
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
  await tx
    .updateTable('embedding_spaces')
    .set({ may_swap: skipGate, held_reason: null })
    .where('state', '=', 'building')
    .execute()
  await queueBuilding(unit)
}

/** Returns to the previous space, which catches up first, as a building space does. */
export async function startRollback(unit: UnitOfWork): Promise<void> {
  const { tx } = unit
  await lockAllSpaces(tx)
  const retired = await findSpace(tx, 'retired')
  if (!retired) throw new Refusal('CONFLICT')
  await setState(tx, retired.id, 'building')
  // Readers had it before, so no gate holds it.
  await allowSwap(tx, retired.id)
  // If nothing changed since the swap, it is back at once.
  if ((await swapSpaces(tx)) !== 'swapped') await queueBuilding(unit)
}

/** Discards all spaces but the active one. */
export async function discardSpare(unit: UnitOfWork): Promise<void> {
  const { tx } = unit
  await lockAllSpaces(tx)
  for (const state of ['building', 'retired'] as const) {
    const spare = await findSpace(tx, state)
    if (spare) await discard(unit, spare.id)
  }
}

export type SwapOutcome = 'swapped' | 'incomplete' | 'nothing to swap'

/** Moves searches to the new space at the commit, if every passage and every verified question has a vector in it. */
export async function swapSpaces(tx: TenantTransaction): Promise<SwapOutcome> {
  // The check below sees documents written so far; later ones wait and see the new state.
  await lockAllSpaces(tx)
  const building = await findSpace(tx, 'building')
  if (!building) return 'nothing to swap'
  if (!(await isComplete(tx, building.id))) return 'incomplete'
  await setState(tx, (await activeSpace(tx)).id, 'retired')
  await setState(tx, building.id, 'active')
  return 'swapped'
}

/** Whether every passage has a vector in it, and every wording of a verified answer. */
export async function isComplete(tx: TenantTransaction, id: string): Promise<boolean> {
  // A passage has at most one vector in a space, so comparing counts is enough. For a join, the
  // planner would assume the new space empty and compare each passage with all vectors.
  const { rows } = await sql<{ complete: boolean }>`
    select (select count(*) from passages) =
           (select count(*) from passage_vectors where space_id = ${id})
       and (select coalesce(sum(cardinality(questions)), 0) from verified_answers) =
           (select count(*) from verified_answer_vectors where space_id = ${id}) as complete`.execute(
    tx,
  )
  return rows[0]?.complete === true
}

/** Nothing is waited for but its vectors. */
export async function allowSwap(tx: TenantTransaction, id: string): Promise<void> {
  await tx.updateTable('embedding_spaces').set({ may_swap: true }).where('id', '=', id).execute()
}

export async function holdSpace(tx: TenantTransaction, id: string, reason: string): Promise<void> {
  const held = { held_reason: reason }
  await tx.updateTable('embedding_spaces').set(held).where('id', '=', id).execute()
}

/** Allows one change at a time, and none while a document is being written. */
export const lockAllSpaces = (tx: TenantTransaction): Promise<unknown> =>
  tx.selectFrom('embedding_spaces').select('id').orderBy('id').forNoKeyUpdate().execute()

const setState = (tx: TenantTransaction, id: string, state: SpaceState): Promise<unknown> =>
  tx.updateTable('embedding_spaces').set({ state }).where('id', '=', id).execute()

async function discard(unit: UnitOfWork, id: string): Promise<void> {
  const { tx } = unit
  await setState(tx, id, 'discarded')
  await queueSpaceMaintenance(unit, DISCARD_DELAY_SECONDS)
}

export const queueBuilding = ({
  tx,
  queue,
  tenant: { workspaceId, knowledgeBaseId },
}: UnitOfWork): Promise<void> =>
  enqueue(queue, tx, 'reembed', { workspaceId, knowledgeBaseId }, knowledgeBaseId)

/** Queues the removal of discarded spaces and the building or dropping of an index. */
export const queueSpaceMaintenance = (
  { tx, queue, tenant: { workspaceId, knowledgeBaseId } }: UnitOfWork,
  delaySeconds: number,
): Promise<void> =>
  enqueue(queue, tx, 'vector-index', { workspaceId, knowledgeBaseId }, knowledgeBaseId, {
    delaySeconds,
  })
