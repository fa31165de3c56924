import { AdminSourceParams } from '@footnote/contract/admin/params'
import type { SourceFile, UploadedArchive } from '@footnote/contract/admin/source-files'
import {
  FilePath,
  SourceArchiveQuery,
  SourceFileQuery,
} from '@footnote/contract/admin/source-files'
import { MAX_UPLOAD_BYTES } from '@footnote/contract/limits'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { expandArchive } from '../../ingestion/connectors/archive.ts'
import { SourceError } from '../../ingestion/connectors/connector.ts'
import { contentTypeOfPath } from '../../ingestion/connectors/content-types.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import type { StoredFile } from '../../knowledge/source-files.ts'
import { deleteSourceFile, listSourceFiles, putSourceFile } from '../../knowledge/source-files.ts'
import { findSource } from '../../knowledge/sources.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { Deps } from '../deps.ts'

const FILES = '/knowledge-bases/:knowledgeBaseId/sources/:sourceId/files'
const config = { allow: 'operator' } as const
const bodyLimit = MAX_UPLOAD_BYTES

export const sourceFileRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db } = deps
    // Only in here: elsewhere a body is JSON.
    app.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )

    /** Refuses what is no source of files. */
    async function requireFiles({ knowledgeBaseId, sourceId }: AdminSourceParams): Promise<Tenant> {
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      const source = await withTenant(db, tenant, (tx) => findSource(tx, sourceId))
      if (source.type !== 'files') throw new Refusal('CONFLICT')
      return tenant
    }

    app.put(
      FILES,
      { schema: { params: AdminSourceParams, querystring: SourceFileQuery }, config, bodyLimit },
      async (request): Promise<SourceFile> => {
        const bytes = requireBytes(request.body)
        const { path } = request.query
        const contentType = contentTypeOfPath(path)
        if (contentType === null) {
          const message = 'has an extension that is not read'
          throw new Refusal('BAD_REQUEST', { details: [{ path: 'path', message }] })
        }
        const tenant = await requireFiles(request.params)
        const { knowledgeBaseId, sourceId } = request.params
        const file = { path, contentType, bytes }
        return toFile(
          await withTenant(db, tenant, (tx) => putSourceFile(tx, knowledgeBaseId, sourceId, file)),
        )
      },
    )
    app.get(FILES, { schema: { params: AdminSourceParams }, config }, async (request) => {
      const tenant = await requireFiles(request.params)
      const { sourceId } = request.params
      const files = await withTenant(db, tenant, (tx) => listSourceFiles(tx, sourceId))
      return { files: files.map(toFile) }
    })
    app.delete(
      FILES,
      { schema: { params: AdminSourceParams, querystring: SourceFileQuery }, config },
      async (request, reply) => {
        const tenant = await requireFiles(request.params)
        const { sourceId } = request.params
        const deleted = await withTenant(db, tenant, (tx) =>
          deleteSourceFile(tx, sourceId, request.query.path),
        )
        if (!deleted) throw new Refusal('NOT_FOUND')
        return reply.status(204).send()
      },
    )
    app.post(
      `${FILES}/archive`,
      { schema: { params: AdminSourceParams, querystring: SourceArchiveQuery }, config, bodyLimit },
      async (request): Promise<UploadedArchive> => {
        const archive = requireBytes(request.body)
        const tenant = await requireFiles(request.params)
        const { folder } = request.query
        return storeArchive(deps, tenant, request.params.sourceId, archive, folder)
      },
    )
  }

/** File by file: an archive that turns out to be bad half-way leaves what came before it. */
async function storeArchive(
  { operatorDb: db }: Deps,
  tenant: Tenant,
  sourceId: string,
  archive: Buffer,
  folder: string | undefined,
): Promise<UploadedArchive> {
  const result: UploadedArchive = { stored: 0, skipped: [] }
  try {
    for await (const file of expandArchive(archive)) {
      const path = folder === undefined ? file.path : `${folder}/${file.path}`
      const contentType = contentTypeOfPath(path)
      if ('skipped' in file) result.skipped.push({ path, reason: file.skipped })
      else if (contentType === null) result.skipped.push({ path, reason: 'Its type is not read.' })
      else if (!FilePath.safeParse(path).success) {
        result.skipped.push({ path, reason: 'Its path cannot be used.' })
      } else {
        const { knowledgeBaseId } = tenant
        const stored = { path, contentType, bytes: file.content }
        await withTenant(db, tenant, (tx) => putSourceFile(tx, knowledgeBaseId, sourceId, stored))
        result.stored += 1
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const details = [{ path: 'body', message: error.message }]
    throw new Refusal('BAD_REQUEST', { cause: error, details })
  }
  return result
}

function requireBytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  return body
}

const toFile = ({ path, content_type, size, updated_at }: StoredFile): SourceFile => ({
  path,
  content_type,
  size,
  updated_at: updated_at.toISOString(),
})
