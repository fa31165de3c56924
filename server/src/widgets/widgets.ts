import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

export type Widget = Selectable<Database['widgets']>

export type WidgetSettings = Pick<
  Widget,
  'name' | 'enabled' | 'allowed_origins' | 'voice' | 'config'
>

export const createWidget = (
  tx: TenantTransaction,
  knowledgeBaseId: string,
  settings: WidgetSettings,
): Promise<Widget> =>
  tx
    .insertInto('widgets')
    .values({ knowledge_base_id: knowledgeBaseId, id: newId(), ...settings })
    .returningAll()
    .executeTakeFirstOrThrow()

export function listWidgets(tx: TenantTransaction, { limit, after }: Page): Promise<Widget[]> {
  const query = tx.selectFrom('widgets').selectAll().orderBy('id').limit(limit)
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}

export const findWidget = (tx: TenantTransaction, id: string): Promise<Widget | undefined> =>
  tx.selectFrom('widgets').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined if there is no such widget. */
export const changeWidget = (
  tx: TenantTransaction,
  id: string,
  change: Partial<WidgetSettings>,
): Promise<Widget | undefined> =>
  tx.updateTable('widgets').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Stored answers keep its id. False if there is no such widget. */
export async function deleteWidget(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('widgets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
