import { requestCredential } from '../connectors/credentials/request-credential.ts'
import type { ReadCredential } from '../connectors/credentials/with-credential.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { openCredential } from './source-credentials.ts'

type ReaderDeps = { db: Db; secrets: SecretBox | null }

/** Reads the stored credential of a source for each request. null: it has none. */
export async function credentialReader(
  { db, secrets }: ReaderDeps,
  tenant: Tenant,
  sourceId: string,
): Promise<ReadCredential | null> {
  const open = () =>
    withTenant(db, tenant, (tx) => openCredential(tx, secrets, tenant.knowledgeBaseId, sourceId))
  if ((await open()) === null) return null
  return async () => {
    const opened = await open()
    return opened && requestCredential(opened.credential, opened.origin)
  }
}
