import { checkSecrets } from './check-secrets.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../platform/log.ts'
import type { SecretsRotation } from '../rotation/rotate-secrets.ts'
import { rotateSecrets } from '../rotation/rotate-secrets.ts'
import type { RotationDeps, SecretsStatus } from '../rotation/secrets-status.ts'
import { readSecretsStatus } from '../rotation/secrets-status.ts'
import { getSecrets } from '../config/secrets-config.ts'
import { withWorkerDatabase } from './with-worker-database.ts'

/** The sign-ins of a knowledge base are read in one statement, however many there are. */
const STATEMENT_TIMEOUT_MS = 120_000

export type SecretsReport = SecretsStatus & { rotation: SecretsRotation | null }

export type SecretsCommand = {
  rotate: boolean
  /** Continues with values other than those the database was written with, and gives up what needs the others. */
  acceptLoss: boolean
}

/** What still depends on the previous values; rotates first if asked to. */
export const runSecretsCommand = (
  config: Config,
  command: SecretsCommand,
): Promise<SecretsReport> =>
  withWorkerDatabase(config, STATEMENT_TIMEOUT_MS, async (db) => {
    const deps: RotationDeps = { workerDb: db, ...getSecrets(config) }
    if (!command.acceptLoss) await checkSecrets(db, config, createLog('silent'))
    const rotation = command.rotate
      ? await rotateSecrets({ ...deps, secretsKey: config.SECRETS_KEY }, Date.now())
      : null
    return { ...(await readSecretsStatus(deps)), rotation }
  })
