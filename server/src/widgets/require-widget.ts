import type { Caller } from '../access/caller.ts'
import { isAllowedOrigin } from '../access/clients/origins.ts'
import type { Db } from '../platform/database/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { Widget } from './widgets.ts'
import { findWidget } from './widgets.ts'

/** The widget that a request names, or null. Refuses one that may not be used on this page. */
export async function requireWidget(
  db: Db,
  caller: Caller,
  widgetId: string | undefined,
  origin: string | undefined,
  /** Called with a widget that is enabled, before it is known whether it may answer this page. */
  onEnabled: (widget: Widget) => void = () => undefined,
): Promise<Widget | null> {
  if (widgetId === undefined) return null
  const widget = await readAsTenant(db, caller, (tx) => findWidget(tx, widgetId))
  if (!widget) throw new Refusal('NOT_FOUND')
  if (!widget.enabled) throw new Refusal('WIDGET_DISABLED')
  onEnabled(widget)
  if (!isAllowedOrigin(origin, widget.allowed_origins)) throw new Refusal('ORIGIN_NOT_ALLOWED')
  return widget
}
