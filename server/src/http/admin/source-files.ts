import { sourceFileRoutes as routes } from '@footnote/contract/admin/routes/source-file-routes'
import type { SourceFile, UploadedArchive } from '@footnote/contract/admin/source-files'
import { FilePath } from '@footnote/contract/admin/source-files'
import type { FastifyPluginAsync } from 'fastify'
import { expandArchive } from '../../connectors/files/archive.ts'
import { SourceError } from '../../connectors/connector.ts'
import { callAgain } from '../../ingestion/sync/start-sync.ts'
import { contentTypeOfPath } from '../../connectors/content-types.ts'
import type { NewFile, StoredFile } from '../../sources/source-files.ts'
import { deleteSourceFile, listSourceFiles, putSourceFile } from '../../sources/source-files.ts'
import { findSource } from '../../sources/sources.ts'
import type { Upload } from '../../sources/uploads.ts'
import { storedUpload, withUpload } from '../../sources/uploads.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { uploadedBytes } from '../uploaded-bytes.ts'
import { asOperator, findTenant } from './as-operator.ts'

export const sourceFileRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    // Only in this plugin; elsewhere a body is JSON.
    app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))

    serve(app, routes.putSourceFile, async (request) => {
      const { path } = request.query
      const { sourceId } = request.params
      const contentType = contentTypeOfPath(path)
      if (contentType === null) {
        const message = 'must end in the extension of a supported file type'
        throw new Refusal('BAD_REQUEST', { details: [{ path: 'path', message }] })
      }
      const tenant = await findTenant(db, request)
      await withTenant(db, tenant, (tx) => requireFiles(tx, sourceId))
      const file = await withUpload(db, tenant, uploadedBytes(request), (upload) =>
        asOperator(db, request, async (tx, { knowledgeBaseId }) => {
          await requireFiles(tx, sourceId)
          return storeFile(tx, knowledgeBaseId, sourceId, { path, contentType, upload })
        }),
      )
      return toFile(file)
    })
    serve(app, routes.listSourceFiles, async (request) => {
      const { sourceId } = request.params
      const files = await asOperator(db, request, async (tx) => {
        await requireFiles(tx, sourceId)
        return listSourceFiles(tx, sourceId)
      })
      return { files: files.map(toFile) }
    })
    serve(app, routes.deleteSourceFile, async (request) => {
      const { sourceId } = request.params
      await asOperator(db, request, async (tx) => {
        await requireFiles(tx, sourceId)
        if (!(await deleteSourceFile(tx, sourceId, request.query.path))) {
          throw new Refusal('NOT_FOUND')
        }
      })
    })
    serve(app, routes.uploadSourceArchive, async (request) => {
      const { sourceId } = request.params
      const tenant = await findTenant(db, request)
      await withTenant(db, tenant, (tx) => requireFiles(tx, sourceId))
      return withUpload(db, tenant, uploadedBytes(request), async (upload) => {
        // Recorded before the first file, since files stored before a bad one are kept.
        await asOperator(db, request, (tx) => requireFiles(tx, sourceId))
        return storeArchive(deps, tenant, sourceId, upload, request.query.folder)
      })
    })
  }

/** Refuses a source of another type. */
async function requireFiles(tx: TenantTransaction, sourceId: string): Promise<void> {
  const source = await findSource(tx, sourceId)
  if (source.type !== 'files') throw new Refusal('CONFLICT')
}

/** A sync that runs may have listed the files already, so another follows it. */
async function storeFile(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  sourceId: string,
  file: NewFile,
): Promise<StoredFile> {
  await callAgain({ tx }, sourceId)
  return putSourceFile(tx, knowledgeBaseId, sourceId, file)
}

/** Stores file by file: if an archive turns out to be corrupt half-way, the files before stay. */
async function storeArchive(
  { operatorDb: db }: Deps,
  tenant: Tenant,
  sourceId: string,
  upload: Upload,
  folder: string | undefined,
): Promise<UploadedArchive> {
  const result: UploadedArchive = { stored: 0, skipped: [] }
  try {
    for await (const file of expandArchive(storedUpload(db, tenant, upload))) {
      const path = folder === undefined ? file.path : `${folder}/${file.path}`
      const contentType = contentTypeOfPath(path)
      if ('skipped' in file) result.skipped.push({ path, reason: file.skipped })
      else if (contentType === null)
        result.skipped.push({ path, reason: 'Its file type is not supported.' })
      else if (!FilePath.safeParse(path).success) {
        result.skipped.push({ path, reason: 'Its path is not valid.' })
      } else {
        const { knowledgeBaseId } = tenant
        await withUpload(db, tenant, file.content, (unpacked) =>
          withTenant(db, tenant, (tx) =>
            storeFile(tx, knowledgeBaseId, sourceId, { path, contentType, upload: unpacked }),
          ),
        )
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

const toFile = ({ path, content_type, size, updated_at }: StoredFile): SourceFile => ({
  path,
  content_type,
  size,
  updated_at: updated_at.toISOString(),
})
