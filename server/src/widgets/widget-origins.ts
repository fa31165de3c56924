import type { WidgetOrigin } from '@footnote/contract/admin/widgets'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { findAllowedOrigin, isOrigin } from '../access/clients/origins.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Recorder } from '../platform/record-batches.ts'
import { createRecorder } from '../platform/record-batches.ts'
import type { Widget } from './widgets.ts'

/** One load of a widget by a page, or several of the same origin. */
export type WidgetLoad = {
  tenant: Tenant
  widgetId: string
  origin: string
  isAllowed: boolean
  loads: number
  refused: number
  seenAt: Date
}

/** Long enough to write little, short enough that someone who set up a widget sees it arrive. */
const WRITE_MS = 2_000
/** In one process between two writes. */
const MAX_WAITING = 1_000
/** Kept for one widget, allowed and refused apart, so that made-up origins push out no real page. */
const MAX_ORIGINS = 100
/** As long as an allowed origin may be. */
const MAX_CHARACTERS = 300

export type WidgetLoads = Pick<Recorder<WidgetLoad>, 'record' | 'close'>

export const createWidgetLoads = (db: Db, onError: (error: unknown) => void): WidgetLoads =>
  createRecorder<WidgetLoad>({
    getName: ({ widgetId, origin }) => `${widgetId} ${origin}`,
    merge: (earlier, later) => ({
      ...later,
      loads: earlier.loads + later.loads,
      refused: earlier.refused + later.refused,
    }),
    write: (loads) => writeLoads(db, loads),
    onError,
    intervalMs: WRITE_MS,
    maxEntries: MAX_WAITING,
  })

/**
 * Notes that a page has loaded the widget, or was refused. Under Zero data retention an origin that a
 * wildcard lets in is noted as the wildcard: a subdomain may be a person's.
 */
export function noteLoad(
  loads: Pick<WidgetLoads, 'record'>,
  { workspaceId, knowledgeBaseId, retention }: Tenant & Pick<Caller, 'retention'>,
  widget: Pick<Widget, 'id' | 'allowed_origins'>,
  origin: string | undefined,
): void {
  if (origin === undefined || origin.length > MAX_CHARACTERS || !isOrigin(origin)) return
  const entry = findAllowedOrigin(origin, widget.allowed_origins)
  const isAllowed = entry !== undefined
  loads.record({
    tenant: { workspaceId, knowledgeBaseId },
    widgetId: widget.id,
    origin: retention === 'zero' && isAllowed ? entry : origin,
    isAllowed,
    loads: isAllowed ? 1 : 0,
    refused: isAllowed ? 0 : 1,
    seenAt: new Date(),
  })
}

export async function writeLoads(db: Db, loads: readonly WidgetLoad[]): Promise<void> {
  const byWidget = Map.groupBy(loads, ({ widgetId }) => widgetId)
  for (const [widgetId, ofWidget] of byWidget) {
    const [first] = ofWidget
    if (!first) continue
    // Sorted, so that two processes lock the rows in the same order.
    const sorted = ofWidget.toSorted((a, b) => (a.origin < b.origin ? -1 : 1))
    await withTenant(db, first.tenant, async (tx) => {
      await upsert(tx, first.tenant, widgetId, sorted)
      await forgetOldest(tx, widgetId)
    })
  }
}

/** Nothing is written for a widget that was deleted meanwhile. */
async function upsert(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  widgetId: string,
  loads: readonly WidgetLoad[],
): Promise<void> {
  await sql`
    insert into widget_origins
      (knowledge_base_id, widget_id, origin, allowed, loads, refused, last_seen_at)
    select ${knowledgeBaseId}, w.id, l.origin, l.allowed, l.loads, l.refused, l.seen_at
    from widgets w, unnest(
      ${loads.map(({ origin }) => origin)}::text[], ${loads.map(({ isAllowed }) => isAllowed)}::boolean[],
      ${loads.map((load) => load.loads)}::bigint[], ${loads.map(({ refused }) => refused)}::bigint[],
      ${loads.map(({ seenAt }) => seenAt)}::timestamptz[]
    ) l (origin, allowed, loads, refused, seen_at)
    where w.id = ${widgetId}
    on conflict (knowledge_base_id, widget_id, origin) do update
      set allowed = excluded.allowed,
          loads = widget_origins.loads + excluded.loads,
          refused = widget_origins.refused + excluded.refused,
          last_seen_at = greatest(widget_origins.last_seen_at, excluded.last_seen_at)`.execute(tx)
}

async function forgetOldest(tx: TenantTransaction, widgetId: string): Promise<void> {
  await sql`
    delete from widget_origins o using (
      select origin, row_number() over (partition by allowed order by last_seen_at desc, origin) as place
      from widget_origins where widget_id = ${widgetId}) r
    where o.widget_id = ${widgetId} and o.origin = r.origin and r.place > ${MAX_ORIGINS}`.execute(
    tx,
  )
}

export async function listWidgetOrigins(
  tx: TenantTransaction,
  widgetId: string,
): Promise<WidgetOrigin[]> {
  const { rows } = await sql<{
    origin: string
    last_seen_at: Date
    loads: number
    refused: number
  }>`
    select origin, last_seen_at, loads::float8 as loads, refused::float8 as refused
    from widget_origins where widget_id = ${widgetId}
    order by last_seen_at desc, origin`.execute(tx)
  return rows.map(({ last_seen_at, ...row }) => ({
    ...row,
    last_seen_at: last_seen_at.toISOString(),
  }))
}
