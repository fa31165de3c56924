import { documentRoutes as routes } from '@footnote/contract/admin/routes/document-routes'
import type { FastifyPluginAsync } from 'fastify'
import { changeDocument, findDocument, summariseDocuments } from '../../../knowledge/documents.ts'
import { countDocuments, listDocuments } from '../../../knowledge/list-documents.ts'
import { deleteForOperator } from '../../../sources/deleted-pages.ts'
import { lockAccessAt, lockDocumentAccess } from '../../../knowledge/document-access.ts'
import { putDocument } from '../../../knowledge/put-document.ts'
import { requireGroups } from '../../../knowledge/groups.ts'
import { defined } from '../../../platform/defined.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { requireMayWidenAccess, requireMayMove } from '../../hooks/access-widening.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'
import { toDocument } from './to-document.ts'

export const documentRoutes =
  ({ operatorDb: db, queue }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.putDocument, async (request, reply) => {
      const { title = null, group_id, visibility = null, labels, ...body } = request.body
      const stored = await asOperator(db, request, async (tx, tenant) => {
        await requireGroups(tx, group_id ? [group_id] : [])
        const before = await lockAccessAt(tx, body.url)
        requireMayWidenAccess(request, before, request.body)
        await requireMayMove(tx, request, before, group_id)
        if (before) request.auditedBefore = before
        const content = body.content.toWellFormed()
        const { document, outcome } = await putDocument(
          { tx, queue, tenant },
          {
            ...body,
            content,
            title,
            visibility,
            ...defined({ group_id, labels }),
          },
        )
        reply.status(outcome === 'created' ? 201 : 200)
        return document
      })
      return toDocument(stored)
    })
    serve(app, routes.listDocuments, async (request) => {
      const { limit, sort, cursor, ...filter } = request.query
      return asOperator(db, request, async (tx) => {
        const page = await listDocuments(tx, filter, { limit, sort, cursor })
        const total = await countDocuments(tx, filter)
        return { ...page, documents: page.documents.map(toDocument), total }
      })
    })
    serve(app, routes.summarizeDocuments, (request) => asOperator(db, request, summariseDocuments))
    serve(app, routes.getDocument, async (request) => {
      const { documentId } = request.params
      return toDocument(await asOperator(db, request, (tx) => findDocument(tx, documentId)))
    })
    serve(app, routes.changeDocument, async (request) => {
      const { documentId } = request.params
      const { labels, ...change } = defined(request.body)
      // From now on the rules of its source no longer apply to it.
      const chosen = change.visibility === undefined ? {} : { visibility_chosen: true }
      const changed = await asOperator(db, request, async (tx, tenant) => {
        await requireGroups(tx, change.group_id ? [change.group_id] : [])
        const before = await lockDocumentAccess(tx, documentId)
        requireMayWidenAccess(request, before, change)
        await requireMayMove(tx, request, before, change.group_id)
        if (before) request.auditedBefore = before
        const labelled = labels === undefined ? {} : { given_labels: JSON.stringify(labels) }
        const wanted = { ...change, ...chosen, ...labelled }
        const document = await changeDocument({ tx, queue, tenant }, documentId, wanted)
        if (!document) throw new Refusal('NOT_FOUND')
        return document
      })
      return toDocument(changed)
    })
    serve(app, routes.deleteDocument, async (request) => {
      const { documentId } = request.params
      await asOperator(db, request, async (tx, tenant) => {
        const before = await lockDocumentAccess(tx, documentId)
        if (before) request.auditedBefore = before
        const found = await deleteForOperator({ tx, queue, tenant }, documentId)
        if (!found) throw new Refusal('NOT_FOUND')
      })
    })
  }
