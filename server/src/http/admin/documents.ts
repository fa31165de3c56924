import type { Document as DocumentResponse } from '@footnote/contract/admin/documents'
import { DocumentBody, DocumentListQuery, DocumentPatch } from '@footnote/contract/admin/documents'
import { AdminDocumentParams, AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import { isId } from '@footnote/contract/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Document } from '../../knowledge/documents.ts'
import {
  changeDocument,
  deleteDocument,
  findDocument,
  listDocuments,
  summariseDocuments,
} from '../../knowledge/documents.ts'
import { putDocument } from '../../knowledge/put-document.ts'
import { watchSize } from '../../knowledge/embedding-space-size.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { Deps } from '../deps.ts'

/** A document has at most 5,000,000 code points, up to 4 bytes each, and JSON escapes some. */
const DOCUMENT_BODY_BYTES = 24 * 1024 * 1024

const allow = { allow: 'operator' } as const

export const documentRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db, queue } = deps

    app.put(
      '/knowledge-bases/:knowledgeBaseId/documents',
      {
        schema: { params: AdminKnowledgeBaseParams, body: DocumentBody },
        config: allow,
        bodyLimit: DOCUMENT_BODY_BYTES,
      },
      async (request, reply) => {
        const { title = null, group_id, visibility = null, ...body } = request.body
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { document, created } = await withTenant(db, tenant, async (tx) => {
          await requireGroups(tx, group_id ? [group_id] : [])
          const content = body.content.toWellFormed()
          return putDocument(tx, queue, tenant, {
            ...body,
            content,
            title,
            visibility,
            ...(group_id === undefined ? {} : { group_id }),
          })
        })
        return reply.status(created ? 201 : 200).send(toDocument(document))
      },
    )

    app.get(
      '/knowledge-bases/:knowledgeBaseId/documents',
      {
        schema: { params: AdminKnowledgeBaseParams, querystring: DocumentListQuery },
        config: allow,
      },
      async (request) => {
        const { state, source_id, url, limit, cursor } = request.query
        if (cursor !== undefined && !isId(cursor)) throw new Refusal('BAD_REQUEST')
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        // One more than asked for tells whether there is a next page.
        const page = { state, sourceId: source_id, url, limit: limit + 1, after: cursor }
        const found = await withTenant(db, tenant, (tx) => listDocuments(tx, page))
        const documents = found.slice(0, limit)
        const next = found.length > limit ? documents.at(-1)?.id : undefined
        return { documents: documents.map(toDocument), next_cursor: next ?? null }
      },
    )

    app.get(
      '/knowledge-bases/:knowledgeBaseId/documents/summary',
      { schema: { params: AdminKnowledgeBaseParams }, config: allow },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        return withTenant(db, tenant, summariseDocuments)
      },
    )

    app.get(
      '/knowledge-bases/:knowledgeBaseId/documents/:documentId',
      { schema: { params: AdminDocumentParams }, config: allow },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { documentId } = request.params
        return toDocument(await withTenant(db, tenant, (tx) => findDocument(tx, documentId)))
      },
    )

    app.patch(
      '/knowledge-bases/:knowledgeBaseId/documents/:documentId',
      { schema: { params: AdminDocumentParams, body: DocumentPatch }, config: allow },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { documentId } = request.params
        const change = defined(request.body)
        // From now on the rules of its source leave it alone.
        const chosen = change.visibility === undefined ? {} : { visibility_chosen: true }
        const document = await withTenant(db, tenant, async (tx) => {
          await requireGroups(tx, change.group_id ? [change.group_id] : [])
          return changeDocument(tx, queue, tenant, documentId, { ...change, ...chosen })
        })
        return toDocument(document)
      },
    )

    app.delete(
      '/knowledge-bases/:knowledgeBaseId/documents/:documentId',
      { schema: { params: AdminDocumentParams }, config: allow },
      async (request, reply) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { documentId } = request.params
        const found = await withTenant(db, tenant, async (tx) => {
          const deleted = await deleteDocument(tx, queue, tenant, documentId)
          if (deleted) await watchSize(tx, queue, tenant)
          return deleted
        })
        if (!found) throw new Refusal('NOT_FOUND')
        return reply.status(204).send()
      },
    )
  }

function toDocument(document: Document | undefined): DocumentResponse {
  if (!document) throw new Refusal('NOT_FOUND')
  const { passage_count, created_at, updated_at, indexed_at, published_at, ...rest } = document
  return {
    ...rest,
    passages: passage_count,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    indexed_at: indexed_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
  }
}
