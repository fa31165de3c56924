import { MAX_UPLOAD_BYTES } from '../../limits.ts'
import { anyRefusal, defineRoutes, json, noContent } from '../../route.ts'
import { AdminSourceParams } from '../params.ts'
import {
  SourceArchiveQuery,
  SourceFile,
  SourceFileList,
  SourceFileQuery,
  UploadedArchive,
} from '../source-files.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const FILES = `${ADMIN_KNOWLEDGE_BASE}/sources/{sourceId}/files`

const pathRefusals = [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'] as const

const uploadRefusals = [
  ...pathRefusals,
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const

export const sourceFileRoutes = defineRoutes({
  putSourceFile: {
    method: 'put',
    path: FILES,
    tag: 'admin',
    summary: 'Upload a file to a source of files; start a sync when all are uploaded',
    params: AdminSourceParams,
    query: SourceFileQuery,
    rawBody: 'application/octet-stream',
    response: json(200, SourceFile),
    refusals: uploadRefusals,
    role: 'editor',
    audit: 'source_file.put',
    takesLong: true,
    maxBodyBytes: MAX_UPLOAD_BYTES,
  },
  listSourceFiles: {
    method: 'get',
    path: FILES,
    tag: 'admin',
    summary: 'List the files of a source',
    params: AdminSourceParams,
    response: json(200, SourceFileList),
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'viewer',
  },
  deleteSourceFile: {
    method: 'delete',
    path: FILES,
    tag: 'admin',
    summary: 'Delete a file of a source; the next sync deletes its document',
    params: AdminSourceParams,
    query: SourceFileQuery,
    response: noContent,
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'editor',
    audit: 'source_file.delete',
  },
  uploadSourceArchive: {
    method: 'post',
    path: `${FILES}/archive`,
    tag: 'admin',
    summary: 'Upload a zip or tar.gz and store the files in it',
    params: AdminSourceParams,
    query: SourceArchiveQuery,
    rawBody: 'application/octet-stream',
    response: json(200, UploadedArchive),
    refusals: uploadRefusals,
    role: 'editor',
    audit: 'source_file.upload_archive',
    takesLong: true,
    maxBodyBytes: MAX_UPLOAD_BYTES,
  },
})
