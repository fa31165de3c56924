import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { RotatingSecret } from '../platform/secret-fingerprints.ts'
import {
  fingerprintOf,
  recordedFingerprint,
  recordFingerprint,
} from '../platform/secret-fingerprints.ts'
import { isKeyStored, isSecretSealed } from '../rotation/stored-secrets.ts'

/**
 * A changed secret is reported at the start, instead of every key being refused later. If nothing is
 * stored under the previous value, the new one is used.
 */
export async function checkSecrets(workerDb: Db, config: Config, log: Log): Promise<void> {
  const { KEY_PEPPER, KEY_PEPPER_PREVIOUS, SECRETS_KEY, SECRETS_KEY_PREVIOUS } = config
  await checkSecret(workerDb, log, {
    name: 'KEY_PEPPER',
    current: KEY_PEPPER,
    previous: KEY_PEPPER_PREVIOUS ?? null,
    isInUse: () => isKeyStored(workerDb),
    effect: 'existing client keys would be refused',
  })
  if (SECRETS_KEY === undefined) {
    if (!(await isSecretSealed(workerDb))) return
    throw new ConfigError(
      'SECRETS_KEY is not set, but this database has model keys or sign-ins sealed with it.',
    )
  }
  await checkSecret(workerDb, log, {
    name: 'SECRETS_KEY',
    current: SECRETS_KEY,
    previous: SECRETS_KEY_PREVIOUS ?? null,
    isInUse: () => isSecretSealed(workerDb),
    effect: 'stored model keys and sign-ins could not be opened',
  })
}

type Checked = RotatingSecret & { isInUse: () => Promise<boolean>; effect: string }

async function checkSecret(workerDb: Db, log: Log, secret: Checked): Promise<void> {
  const { name, current, previous, effect } = secret
  const recorded = await recordedFingerprint(workerDb, secret)
  if (recorded.equals(fingerprintOf(name, current))) return
  if (previous !== null && recorded.equals(fingerprintOf(name, previous))) {
    log.warn({ setting: name }, 'a secret is being rotated: run footnote secrets rotate')
    return
  }
  if (!(await secret.isInUse())) {
    await recordFingerprint(workerDb, secret)
    return
  }
  throw new ConfigError(
    `${name} is not the value that this database was written with, so ${effect}. Restore the previous ` +
      `value, or set it as ${name}_PREVIOUS to rotate. docs/guides/operations.md, "Secrets", also says ` +
      `what to do if it is lost.`,
  )
}
