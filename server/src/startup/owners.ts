import type { Accounts } from '../access/operators/accounts.ts'
import { loadAccounts } from '../access/operators/load-accounts.ts'
import type { Owner } from '../access/operators/owners.ts'
import { listOwners } from '../access/operators/owners.ts'
import type { Config } from '../config/config.ts'
import { getSecrets } from '../config/secrets-config.ts'
import type { Db } from '../platform/database/db.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import { createLog } from '../platform/log.ts'
import { INSTALLATION, recordAudit } from '../workspaces/audit.ts'
import { checkSecrets } from './check-secrets.ts'
import { withWorkerDatabase } from './with-worker-database.ts'

const STATEMENT_TIMEOUT_MS = 30_000

export type NewOwner = { email: string; name: string; password: string }

/** Refuses an address that is in use. */
export const createOwner = (
  config: Config,
  owner: NewOwner,
): Promise<{ id: string; email: string }> =>
  atTerminal(config, async (db, accounts) => {
    const created = await accounts.createPerson({
      ...owner,
      ownsInstallation: true,
      isEmailProved: true,
    })
    await record(db, 'person.create_owner', created.id)
    return created
  })

/** Lets somebody in who has an account and cannot use it, as an owner. null: nobody has this address. */
export const recoverOwner = (
  config: Config,
  { email, password }: Omit<NewOwner, 'name'>,
): Promise<{ id: string; email: string } | null> =>
  atTerminal(config, async (db, accounts) => {
    const recovered = await accounts.recoverOwner(email, password)
    if (recovered) await record(db, 'person.recover_owner', recovered.id)
    return recovered
  })

export const readOwners = (config: Config): Promise<Owner[]> => atTerminal(config, listOwners)

/** For people who can start the service, who can do anything. */
const atTerminal = <Result>(
  config: Config,
  work: (db: Db, accounts: Accounts) => Promise<Result>,
): Promise<Result> =>
  withWorkerDatabase(config, STATEMENT_TIMEOUT_MS, async (db) => {
    await checkSecrets(db, config, createLog('silent'))
    const { peppers } = getSecrets(config)
    const accounts = loadAccounts({ db, peppers, publicUrl: config.PUBLIC_URL ?? null })
    return work(db, await accounts())
  })

const record = (db: Db, action: string, subjectId: string): Promise<void> =>
  withWorkspace(db, INSTALLATION, (tx) =>
    recordAudit(tx, { workspaceId: INSTALLATION, actor: 'terminal', action, subjectId }),
  )
