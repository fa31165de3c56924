import { sql } from 'kysely'
import type { TenantTransaction, Tenant } from '../platform/database/tenant.ts'
import type { Db } from '../platform/database/db.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { FileStore } from '../connectors/files/files.ts'
import type { Upload } from './uploads.ts'

export type StoredFile = {
  path: string
  content_type: string
  /** SHA-256. */
  hash: Buffer
  size: number
  updated_at: Date
}

const DESCRIPTION = [
  'path',
  'content_type',
  'hash',
  sql<number>`length(bytes)`.as('size'),
  'updated_at',
] as const

export type NewFile = { path: string; contentType: string; upload: Upload }

/** Stores an uploaded file under its path and replaces the previous one. */
export function putSourceFile(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  sourceId: string,
  { path, contentType, upload }: NewFile,
): Promise<StoredFile> {
  const stored = {
    content_type: contentType,
    hash: upload.hash,
    bytes: upload.storedParts === 0 ? upload.last : joinedParts(upload),
  }
  return tx
    .insertInto('source_files')
    .values({ knowledge_base_id: knowledgeBaseId, source_id: sourceId, path, ...stored })
    .onConflict((conflict) =>
      conflict
        .columns(['knowledge_base_id', 'source_id', 'path'])
        .doUpdateSet({ ...stored, updated_at: sql<Date>`now()` }),
    )
    .returning(DESCRIPTION)
    .executeTakeFirstOrThrow()
}

/** PostgreSQL puts them together. A part that is missing makes it null, which the table refuses. */
const joinedParts = ({ id, storedParts, last }: Upload) => sql<Buffer>`(
  select string_agg(bytes, ''::bytea order by number) || ${last}::bytea from upload_parts
  where upload_id = ${id} having count(*) = ${storedParts})`

export const listSourceFiles = (tx: TenantTransaction, sourceId: string): Promise<StoredFile[]> =>
  tx
    .selectFrom('source_files')
    .select(DESCRIPTION)
    .where('source_id', '=', sourceId)
    .orderBy('path')
    .execute()

export async function readSourceFile(
  tx: TenantTransaction,
  sourceId: string,
  path: string,
): Promise<Uint8Array | null> {
  const file = await tx
    .selectFrom('source_files')
    .select('bytes')
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  return file?.bytes ?? null
}

export async function deleteSourceFile(
  tx: TenantTransaction,
  sourceId: string,
  path: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('source_files')
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The uploaded files of a source, in the form its connector reads. */
export const uploadedFiles = (db: Db, tenant: Tenant, sourceId: string): FileStore => ({
  async *list() {
    const files = await withTenant(db, tenant, (tx) => listSourceFiles(tx, sourceId))
    yield files.map(({ path, hash, content_type }) => ({
      path,
      hash: hash.toString('hex'),
      contentType: content_type,
    }))
  },
  read: (path) => withTenant(db, tenant, (tx) => readSourceFile(tx, sourceId, path)),
})
