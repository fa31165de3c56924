import { loadAccounts } from '../access/operators/load-accounts.ts'
import type { Config } from '../config/config.ts'
import { secretsOf } from '../config/secrets-config.ts'
import { openDatabase } from '../platform/database/db.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import { createLog } from '../platform/log.ts'
import { INSTALLATION, recordAudit } from '../workspaces/audit.ts'
import { checkSecrets } from './check-secrets.ts'

const STATEMENT_TIMEOUT_MS = 30_000

export type NewOwner = { email: string; name: string; password: string }

/** For people who can start the service, who can do anything. Refuses an address that is in use. */
export async function createOwner(
  config: Config,
  owner: NewOwner,
): Promise<{ id: string; email: string }> {
  const { db } = openDatabase({
    url: config.WORKER_DATABASE_URL,
    role: 'footnote_worker',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: () => undefined,
  })
  try {
    await checkSecrets(db, config, createLog('silent'))
    const { peppers } = secretsOf(config)
    const accounts = loadAccounts({ db, peppers, publicUrl: config.PUBLIC_URL ?? null })
    const { id, email } = await (
      await accounts()
    ).createPerson({ ...owner, ownsInstallation: true, isEmailProved: true })
    await withWorkspace(db, INSTALLATION, (tx) =>
      recordAudit(tx, {
        workspaceId: INSTALLATION,
        actor: 'terminal',
        action: 'person.create_owner',
        subjectId: id,
      }),
    )
    return { id, email }
  } finally {
    await db.destroy()
  }
}
