import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { findGroup, requireGroups } from '../groups.ts'
import { queueStarterRefresh } from '../starter-refresh.ts'

/**
 * Deletes a group so that nobody reads more than before, unless the operator names a group to move
 * to. Documents and sources are moved only when told where: to a group, or to none (null), which keys
 * with groups do not read. A key, a channel or the sign-in that is limited to this group alone would be limited
 * to nothing, which means everything, so it is refused; where others remain, this one is dropped.
 */
export async function deleteGroup(
  unit: UnitOfWork,
  id: string,
  moveTo: string | null | undefined,
): Promise<void> {
  const { tx } = unit
  await findGroup(tx, id)
  if (moveTo === id) throw new Refusal('CONFLICT')
  await requireGroups(tx, moveTo ? [moveTo] : [])
  // A request that adds something to the group waits here and then finds it gone.
  await tx.selectFrom('source_groups').select('id').where('id', '=', id).forUpdate().execute()
  if (await isOnlyGroupOfSome(tx, id)) throw new Refusal('CONFLICT')
  if (moveTo !== undefined) await moveAll(unit, id, moveTo)
  else if (await isUsed(tx, id)) throw new Refusal('CONFLICT')
  await tx.deleteFrom('client_key_groups').where('group_id', '=', id).execute()
  await sql`delete from channel_groups where group_id = ${id}`.execute(tx)
  await sql`
    update sign_in_settings set allowed_group_ids = array_remove(allowed_group_ids, ${id}::uuid)
    where ${id}::uuid = any(allowed_group_ids)`.execute(tx)
  await tx.deleteFrom('source_groups').where('id', '=', id).execute()
}

/** A revoked key reads nothing and never will. */
async function isOnlyGroupOfSome(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from client_keys k
      where k.revoked_at is null
        and exists (select from client_key_groups g where g.key_id = k.id and g.group_id = ${id})
        and not exists (select from client_key_groups g where g.key_id = k.id and g.group_id <> ${id})
    ) or exists (
      select from channels c
      where exists (select from channel_groups g where g.channel_id = c.id and g.group_id = ${id})
        and not exists (select from channel_groups g where g.channel_id = c.id and g.group_id <> ${id})
    ) or exists (
      select from sign_in_settings
      where ${id}::uuid = any(allowed_group_ids)
        and array_remove(allowed_group_ids, ${id}::uuid) = '{}'
    ) as found`.execute(tx)
  return rows[0]?.found !== false
}

async function isUsed(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from documents where group_id = ${id})
        or exists (select from sources where group_id = ${id} or ${isRuled(id)}) as found`.execute(
    tx,
  )
  return rows[0]?.found !== false
}

/** Whether a rule of a source puts pages into the group. */
const isRuled = (id: string) => sql<boolean>`rules @> ${JSON.stringify([{ group_id: id }])}::jsonb`

async function moveAll(unit: UnitOfWork, id: string, moveTo: string | null): Promise<void> {
  const { tx } = unit
  // Sources first: a sync that runs puts its next page where the others go.
  await tx.updateTable('sources').set({ group_id: moveTo }).where('group_id', '=', id).execute()
  await sql`
    update sources set rules = (
      select jsonb_agg(case when r ->> 'group_id' = ${id}
                            then jsonb_set(r, '{group_id}', ${JSON.stringify(moveTo)}::jsonb) else r end
                       order by place)
      from jsonb_array_elements(rules) with ordinality as a (r, place))
    where ${isRuled(id)}`.execute(tx)
  await tx
    .updateTable('documents')
    .set({ group_id: moveTo, updated_at: sql<Date>`now()` })
    .where('group_id', '=', id)
    .execute()
  await sql`update withheld_addresses set group_id = ${moveTo} where group_id = ${id}`.execute(tx)
  await queueStarterRefresh(unit)
}
