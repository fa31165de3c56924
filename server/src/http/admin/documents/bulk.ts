import type { AuditChange } from '@footnote/contract/accounts/audit'
import type { BulkDocumentsBody, DocumentBody, PutResult } from '@footnote/contract/admin/documents'
import { documentRoutes as routes } from '@footnote/contract/admin/routes/document-routes'
import type { Route } from '@footnote/contract/route'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { DocumentAccess } from '../../../knowledge/document-access.ts'
import { lockAccessByUrl } from '../../../knowledge/document-access.ts'
import { requireGroups } from '../../../knowledge/groups.ts'
import { putDocuments } from '../../../knowledge/put-document.ts'
import { defined } from '../../../platform/defined.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { BulkDocument } from '../../../sources/bulk-documents.ts'
import { changeBulk, findBulk, lockBulk } from '../../../sources/bulk-documents.ts'
import { recordAudit } from '../../../workspaces/audit.ts'
import { auditChanges } from '../../accounts/audit-changes.ts'
import type { Deps } from '../../deps.ts'
import { requireMayWidenAccess, requireMayMove } from '../../hooks/access-widening.ts'
import { serve } from '../../serve.ts'
import { asOperator, auditedCaller } from '../as-operator.ts'
import { toDocument } from './to-document.ts'

export const bulkRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.changeDocuments, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { body } = request
        await requireGroups(tx, body.group_id ? [body.group_id] : [])
        const { ids, next_cursor } = await findBulk(tx, body)
        const documents = await lockBulk(tx, ids)
        for (const document of documents) {
          requireMayWidenAccess(request, document, body)
          await requireMayMove(tx, request, document, body.group_id)
        }
        await changeBulk({ tx, queue, tenant }, documents, body)
        const caller = { workspaceId: tenant.workspaceId, ...auditedCaller(request) }
        const events = documents.flatMap((document) => getEvents(document, body))
        await recordAudit(tx, ...events.map((event) => ({ ...caller, ...event })))
        return { documents: documents.length, next_cursor }
      }),
    )
    serve(app, routes.putDocuments, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { documents } = request.body
        const groupIds = documents.flatMap(({ group_id }) => group_id ?? [])
        await requireGroups(tx, groupIds)
        const urls = documents.map(({ url }) => url)
        const earlier = await lockAccessByUrl(tx, urls)
        const accepted: DocumentBody[] = []
        for (const body of documents) {
          if (await mayPut(tx, request, earlier.get(body.url), body)) accepted.push(body)
        }
        const inputs = accepted.map(
          ({ title = null, visibility = null, group_id, labels, ...body }) => ({
            ...body,
            content: body.content.toWellFormed(),
            title,
            visibility,
            ...defined({ group_id, labels }),
          }),
        )
        const stored = await putDocuments({ tx, queue, tenant }, inputs)
        const results = new Map<string, PutResult>()
        const events: DocumentEvent[] = []
        for (const [index, body] of accepted.entries()) {
          const put = stored[index] ?? 'conflict'
          results.set(body.url, getResult(body.url, put))
          if (put === 'conflict' || put.outcome === 'unchanged') continue
          const before = earlier.get(body.url)
          events.push(toEvent(routes.putDocument, put.document.id, body, before))
        }
        const caller = { workspaceId: tenant.workspaceId, ...auditedCaller(request) }
        await recordAudit(tx, ...events.map((event) => ({ ...caller, ...event })))
        return {
          documents: documents.map(({ url }) => results.get(url) ?? refused(url, 'FORBIDDEN')),
        }
      }),
    )
  }

type Stored = Awaited<ReturnType<typeof putDocuments>>[number]
type RefusedCode = NonNullable<PutResult['code']>

/** A document that may not be put keeps no other from being stored. */
async function mayPut(
  tx: TenantTransaction,
  request: FastifyRequest,
  before: DocumentAccess | undefined,
  body: DocumentBody,
): Promise<boolean> {
  try {
    requireMayWidenAccess(request, before, body)
    await requireMayMove(tx, request, before, body.group_id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'FORBIDDEN') return false
    throw error
  }
}

const getResult = (url: string, put: Stored): PutResult =>
  put === 'conflict'
    ? refused(url, 'CONFLICT')
    : { url, outcome: put.outcome, code: null, document: toDocument(put.document) }

const refused = (url: string, code: RefusedCode): PutResult => ({
  url,
  outcome: 'refused',
  code,
  document: null,
})

type DocumentEvent = { action: string; subjectId: string; changes: readonly AuditChange[] }

/** As if each document had been changed by itself, so that its history is complete. */
function getEvents(document: BulkDocument, body: BulkDocumentsBody): DocumentEvent[] {
  if (body.delete) return [toEvent(routes.deleteDocument, document.id, body, document)]
  const change = toEvent(routes.changeDocument, document.id, body, document)
  return change.changes.length > 0 ? [change] : []
}

const toEvent = (
  { method, audit = '', auditedFields = [] }: Route,
  subjectId: string,
  body: object,
  before: Readonly<Record<string, unknown>> | undefined,
): DocumentEvent => ({
  action: audit,
  subjectId,
  changes: auditChanges({ method, auditedFields }, body, before),
})
