import { listSourceFiles, readSourceFile } from '../../knowledge/source-files.ts'
import type { Db } from '../../platform/db.ts'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { FileStore } from '../connectors/files.ts'

/** What was uploaded into a source, as its connector reads it. */
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
