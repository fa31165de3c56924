import { listSourceFiles, readSourceFile } from '../../knowledge/source-files.ts'
import type { Db } from '../../platform/db.ts'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { UploadedFiles } from '../connectors/create-connector.ts'

/** What was uploaded into a source, as its connector reads it. */
export const uploadedFiles = (db: Db, tenant: Tenant, sourceId: string): UploadedFiles => ({
  list: () => withTenant(db, tenant, (tx) => listSourceFiles(tx, sourceId)),
  read: (path) => withTenant(db, tenant, (tx) => readSourceFile(tx, sourceId, path)),
})
