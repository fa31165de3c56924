import { checkSecrets } from './check-secrets.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../platform/database/db.ts'
import { createLog } from '../platform/log.ts'
import type { SecretsRotation } from '../rotation/rotate-secrets.ts'
import { rotateSecrets } from '../rotation/rotate-secrets.ts'
import type { RotationDeps, SecretsStatus } from '../rotation/secrets-status.ts'
import { readSecretsStatus } from '../rotation/secrets-status.ts'
import { getSecrets } from '../config/secrets-config.ts'

/** The sign-ins of a knowledge base are read in one statement, however many there are. */
const STATEMENT_TIMEOUT_MS = 120_000

export type SecretsReport = SecretsStatus & { rotation: SecretsRotation | null }

export type SecretsCommand = {
  rotate: boolean
  /** Continues with values other than those the database was written with, and gives up what needs the others. */
  acceptLoss: boolean
}

/** What still depends on the previous values; rotates first if asked to. */
export async function runSecretsCommand(
  config: Config,
  command: SecretsCommand,
): Promise<SecretsReport> {
  const { db } = openDatabase({
    url: config.WORKER_DATABASE_URL,
    role: 'footnote_worker',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: () => undefined,
  })
  const deps: RotationDeps = { workerDb: db, ...getSecrets(config) }
  try {
    if (!command.acceptLoss) await checkSecrets(db, config, createLog('silent'))
    const rotation = command.rotate
      ? await rotateSecrets({ ...deps, secretsKey: config.SECRETS_KEY }, Date.now())
      : null
    return { ...(await readSecretsStatus(deps)), rotation }
  } finally {
    await db.destroy()
  }
}
