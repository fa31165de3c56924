import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { ResolveCredential } from '../connectors/credentials/resolve-credential.ts'
import type { ReadCredential } from '../connectors/credentials/with-credential.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { openCredential } from './source-credentials.ts'

type ReaderDeps = { db: Db; secrets: SecretBox | null; resolveCredential: ResolveCredential }

/** Reads the stored credential of a source for each request. null: it has none. */
export async function credentialReader(
  { db, secrets, resolveCredential }: ReaderDeps,
  settings: SourceSettings,
  { tenant, sourceId }: { tenant: Tenant; sourceId: string },
): Promise<ReadCredential | null> {
  const open = () =>
    withTenant(db, tenant, (tx) => openCredential(tx, secrets, tenant.knowledgeBaseId, sourceId))
  if ((await open()) === null) return null
  return async (refused) => {
    const opened = await open()
    return opened && resolveCredential({ settings, ...opened }, refused)
  }
}
