import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import { getCall } from '../calls.ts'
import type { SourceFile, UploadedArchive } from '../../wire/admin.ts'

export type { SourceFile, UploadedArchive }
type Bytes = Uint8Array<ArrayBuffer>

/** An upload over a slow connection may take minutes. */
const UPLOAD_TIMEOUT_MS = 300_000

/** Files uploaded to a source. A sync adds them to the knowledge base. */
export const sourceFileCalls = (calls: AdminCalls, connection: Connection) => ({
  put: (
    knowledgeBaseId: string,
    sourceId: string,
    file: { path: string; bytes: Bytes },
    options?: CallOptions,
  ): Promise<SourceFile> =>
    request(
      connection,
      getCall('putSourceFile', [knowledgeBaseId, sourceId], {
        query: { path: file.path },
        bytes: file.bytes,
      }),
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),
  /** A zip, or a tar that may be gzipped. */
  putArchive: (
    knowledgeBaseId: string,
    sourceId: string,
    archive: { folder?: string | undefined; bytes: Bytes },
    options?: CallOptions,
  ): Promise<UploadedArchive> =>
    request(
      connection,
      getCall('uploadSourceArchive', [knowledgeBaseId, sourceId], {
        query: { folder: archive.folder },
        bytes: archive.bytes,
      }),
      { timeoutMs: UPLOAD_TIMEOUT_MS, ...options },
    ),
  list: calls.listSourceFiles,
  remove: (
    knowledgeBaseId: string,
    sourceId: string,
    filePath: string,
    options?: CallOptions,
  ): Promise<void> =>
    calls.deleteSourceFile(knowledgeBaseId, sourceId, { path: filePath }, options),
})
