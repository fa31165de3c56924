import type { AuditChange } from '@footnote/contract/accounts/audit'
import type { BulkDocumentsBody } from '@footnote/contract/admin/documents'
import { documentRoutes as routes } from '@footnote/contract/admin/routes/document-routes'
import type { Route } from '@footnote/contract/route'
import type { FastifyPluginAsync } from 'fastify'
import { requireGroups } from '../../../knowledge/groups.ts'
import type { BulkDocument } from '../../../sources/bulk-documents.ts'
import { changeBulk, findBulk, lockBulk } from '../../../sources/bulk-documents.ts'
import { recordAudit } from '../../../workspaces/audit.ts'
import { auditChanges } from '../../accounts/audit-changes.ts'
import type { Deps } from '../../deps.ts'
import { requireMayLoosen } from '../../hooks/loosening.ts'
import { serve } from '../../serve.ts'
import { asOperator, auditedCaller } from '../as-operator.ts'

export const bulkRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.changeDocuments, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { body } = request
        await requireGroups(tx, body.group_id ? [body.group_id] : [])
        const { ids, next_cursor } = await findBulk(tx, body)
        const documents = await lockBulk(tx, ids)
        for (const document of documents) requireMayLoosen(request, document, body)
        await changeBulk(tx, queue, tenant, documents, body)
        const caller = { workspaceId: tenant.workspaceId, ...auditedCaller(request) }
        const events = documents.flatMap((document) => eventsOf(document, body))
        await recordAudit(tx, ...events.map((event) => ({ ...caller, ...event })))
        return { documents: documents.length, next_cursor }
      }),
    )
  }

type DocumentEvent = { action: string; subjectId: string; changes: readonly AuditChange[] }

/** As if each document had been changed by itself, so that its history is complete. */
function eventsOf(document: BulkDocument, body: BulkDocumentsBody): DocumentEvent[] {
  const event = ({ method, audit = '', auditedFields = [] }: Route): DocumentEvent => ({
    action: audit,
    subjectId: document.id,
    changes: auditChanges({ method, auditedFields }, body, document),
  })
  if (body.delete) return [event(routes.deleteDocument)]
  const change = event(routes.changeDocument)
  return change.changes.length > 0 ? [change] : []
}
