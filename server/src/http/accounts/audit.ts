import type { AuditEvent, AuditQuery } from '@footnote/contract/accounts/audit'
import { auditRoutes as routes } from '@footnote/contract/accounts/audit-routes'
import { isId } from '@footnote/contract/id'
import type { FastifyPluginAsync } from 'fastify'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoredAuditEvent } from '../../workspaces/audit.ts'
import { INSTALLATION, listAuditEvents } from '../../workspaces/audit.ts'
import { asOperator, findTenant, ofWorkspace } from '../admin/as-operator.ts'
import type { OperatorStreams } from '../admin/operator-streams.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { EXPORT_PAGE } from '../stream-export.ts'
import { auditCsvHead, toCsvLine } from './audit-csv.ts'

export const auditRoutes =
  ({ operatorDb: db }: Deps, { sendFile }: OperatorStreams): FastifyPluginAsync =>
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
      const page = { ...request.query, order: 'oldest first', limit: EXPORT_PAGE } as const
      await sendFile<StoredAuditEvent>(request, reply, {
        contentType: 'text/csv; charset=utf-8',
        fileName: 'audit.csv',
        head: auditCsvHead,
        line: (event) => toCsvLine(toEvent(event)),
        read: (after) =>
          asOperator(
            db,
            request,
            (tx, { workspaceId }) =>
              listAuditEvents(tx, { ...page, workspaceId, after: after?.id }),
            { tenant },
          ),
      })
    })
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
