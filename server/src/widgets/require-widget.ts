import type { Caller } from '../access/caller.ts'
import type { Db } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/tenant.ts'
import { isAllowedOrigin } from './origins.ts'
import type { Widget } from './widgets.ts'
import { findWidget } from './widgets.ts'

/** The widget named by a request, or null when none is. Refuses one that may not answer this page. */
export async function requireWidget(
  db: Db,
  caller: Caller,
  widgetId: string | undefined,
  origin: string | undefined,
): Promise<Widget | null> {
  if (widgetId === undefined) return null
  const widget = await withTenant(db, caller, (tx) => findWidget(tx, widgetId))
  if (!widget) throw new Refusal('NOT_FOUND')
  if (!widget.enabled) throw new Refusal('WIDGET_DISABLED')
  if (!isAllowedOrigin(origin, widget.allowed_origins)) throw new Refusal('ORIGIN_NOT_ALLOWED')
  return widget
}
