import type { AuditEvent, AuditQuery } from '@footnote/contract/accounts/audit'
import { auditRoutes as routes } from '@footnote/contract/accounts/audit-routes'
import { isId } from '@footnote/contract/id'
import { pipeline } from 'node:stream/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoredAuditEvent } from '../../workspaces/audit.ts'
import { INSTALLATION, listAuditEvents } from '../../workspaces/audit.ts'
import { asOperator, findTenant, ofWorkspace } from '../admin/as-operator.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { auditCsvHead, toCsvLine } from './audit-csv.ts'

/** Rows read at once, so that a log of years needs little memory. */
const EXPORT_PAGE = 1000

export const auditRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listAuditEvents, (request) =>
      asOperator(db, request, (tx, { workspaceId }) => readPage(tx, workspaceId, request.query)),
    )
    serve(app, routes.listInstallationEvents, (request) =>
      asOperator(db, request, (tx) => readPage(tx, INSTALLATION, request.query), {
        tenant: ofWorkspace(INSTALLATION),
      }),
    )
    serve(app, routes.exportAuditEvents, async (request, reply) => {
      const tenant = await findTenant(db, request)
      const read = (after: string | undefined) =>
        asOperator(
          db,
          request,
          (tx, { workspaceId }) =>
            listAuditEvents(tx, {
              ...request.query,
              workspaceId,
              after,
              order: 'oldest first',
              limit: EXPORT_PAGE,
            }),
          { tenant },
        )
      // Read before the status is sent, so that a failure still has one of its own.
      const first = await read(undefined)
      reply.hijack()
      request.deadline.pause()
      // Headers that hooks have set, such as the request id.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      reply.raw.writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.csv"',
        'cache-control': 'no-store',
      })
      // A client that disconnects ends it; a failure half-way breaks the connection.
      await pipeline(csvPages(first, read), reply.raw).catch(() => reply.raw.destroy())
    })
  }

async function* csvPages(
  first: StoredAuditEvent[],
  read: (after: string | undefined) => Promise<StoredAuditEvent[]>,
): AsyncGenerator<string> {
  yield auditCsvHead
  for (let page = first; ; page = await read(page.at(-1)?.id)) {
    yield page.map((event) => toCsvLine(toEvent(event))).join('')
    if (page.length < EXPORT_PAGE) return
  }
}

async function readPage(
  tx: TenantTransaction,
  workspaceId: string,
  { limit, cursor, ...filters }: AuditQuery,
) {
  if (cursor !== undefined && !isId(cursor)) throw new Refusal('BAD_REQUEST')
  const found = await listAuditEvents(tx, {
    ...filters,
    workspaceId,
    after: cursor,
    order: 'newest first',
    // One extra row shows whether there is a next page.
    limit: limit + 1,
  })
  const events = found.slice(0, limit)
  const next_cursor = found.length > limit ? (events.at(-1)?.id ?? null) : null
  return { events: events.map(toEvent), next_cursor }
}

const toEvent = (event: StoredAuditEvent): AuditEvent => ({
  id: event.id,
  at: event.created_at.toISOString(),
  actor: event.actor,
  actor_id: event.actor_id,
  token_id: event.token_id,
  action: event.action,
  target: event.subject_id,
  changes: event.changes,
  address: event.address,
  request_id: event.request_id,
})
