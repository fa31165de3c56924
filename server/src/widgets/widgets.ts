import type { Selectable } from 'kysely'
import type { Database } from '../platform/database.ts'
import { newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/tenant.ts'

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

export const listWidgets = (tx: TenantTransaction): Promise<Widget[]> =>
  tx.selectFrom('widgets').selectAll().orderBy('id').execute()

export const findWidget = (tx: TenantTransaction, id: string): Promise<Widget | undefined> =>
  tx.selectFrom('widgets').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined when there is no such widget. */
export const changeWidget = (
  tx: TenantTransaction,
  id: string,
  change: Partial<WidgetSettings>,
): Promise<Widget | undefined> =>
  tx.updateTable('widgets').set(change).where('id', '=', id).returningAll().executeTakeFirst()
