import type { SourceFile, SourceFileList, UploadedArchive } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { SourceFile, UploadedArchive }
type Bytes = Uint8Array<ArrayBuffer>

/** An upload over a slow connection may take minutes. */
const UPLOAD_TIMEOUT_MS = 300_000

/** Files uploaded to a source. A sync adds them to the knowledge base. */
export function sourceFileCalls(connection: Connection) {
  const base = (id: string, sourceId: string) =>
    path`/api/v1/admin/knowledge-bases/${id}/sources/${sourceId}/files`
  const patient = (options?: CallOptions) => ({ timeoutMs: UPLOAD_TIMEOUT_MS, ...options })
  return {
    put: (
      knowledgeBaseId: string,
      sourceId: string,
      file: { path: string; bytes: Bytes },
      options?: CallOptions,
    ): Promise<SourceFile> =>
      request(
        connection,
        {
          method: 'PUT',
          path: base(knowledgeBaseId, sourceId),
          query: { path: file.path },
          bytes: file.bytes,
        },
        patient(options),
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
        {
          method: 'POST',
          path: `${base(knowledgeBaseId, sourceId)}/archive`,
          query: { folder: archive.folder },
          bytes: archive.bytes,
        },
        patient(options),
      ),
    list: (
      knowledgeBaseId: string,
      sourceId: string,
      options?: CallOptions,
    ): Promise<SourceFileList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId, sourceId) }, options),
    remove: (
      knowledgeBaseId: string,
      sourceId: string,
      filePath: string,
      options?: CallOptions,
    ): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base(knowledgeBaseId, sourceId), query: { path: filePath } },
        options,
      ),
  }
}
