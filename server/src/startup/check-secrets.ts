import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { RotatingSecret } from '../platform/secret-fingerprints.ts'
import {
  computeFingerprint,
  recordedFingerprint,
  recordFingerprint,
} from '../platform/secret-fingerprints.ts'
import { isKeyStored, isSecretSealed } from '../rotation/stored-secrets.ts'

export const SECRETS_KEY_MISSING =
  'SECRETS_KEY is not set, but this database has model keys or sign-ins sealed with it.'

/**
 * A changed secret is reported at the start, instead of every key being refused later. If nothing is
 * stored under the previous value, the new one is used.
 */
export async function checkSecrets(workerDb: Db, config: Config, log: Log): Promise<void> {
  for (const secret of checkedSecrets(workerDb, config)) await checkSecret(workerDb, log, secret)
  if (config.SECRETS_KEY === undefined && (await isSecretSealed(workerDb))) {
    throw new ConfigError(SECRETS_KEY_MISSING)
  }
}

export type CheckedSecret = RotatingSecret & { isInUse: () => Promise<boolean>; effect: string }

/** The secrets that are set, and what another value would do. */
export function checkedSecrets(workerDb: Db, config: Config): CheckedSecret[] {
  const { KEY_PEPPER, KEY_PEPPER_PREVIOUS, SECRETS_KEY, SECRETS_KEY_PREVIOUS } = config
  const pepper: CheckedSecret = {
    name: 'KEY_PEPPER',
    current: KEY_PEPPER,
    previous: KEY_PEPPER_PREVIOUS ?? null,
    isInUse: () => isKeyStored(workerDb),
    effect: 'existing client keys would be refused',
  }
  if (SECRETS_KEY === undefined) return [pepper]
  const sealing: CheckedSecret = {
    name: 'SECRETS_KEY',
    current: SECRETS_KEY,
    previous: SECRETS_KEY_PREVIOUS ?? null,
    isInUse: () => isSecretSealed(workerDb),
    effect: 'stored model keys and sign-ins could not be opened',
  }
  return [pepper, sealing]
}

async function checkSecret(workerDb: Db, log: Log, secret: CheckedSecret): Promise<void> {
  const { name, current, previous, effect } = secret
  const recorded = await recordedFingerprint(workerDb, secret)
  if (recorded.equals(computeFingerprint(name, current))) return
  if (previous !== null && recorded.equals(computeFingerprint(name, previous))) {
    log.warn({ setting: name }, 'a secret is being rotated: run footnote secrets rotate')
    return
  }
  if (!(await secret.isInUse())) {
    await recordFingerprint(workerDb, secret)
    return
  }
  throw new ConfigError(describeChanged(name, effect))
}

export const describeChanged = (name: string, effect: string): string =>
  `${name} is not the value that this database was written with, so ${effect}. Restore the previous ` +
  `value, or set it as ${name}_PREVIOUS to rotate. docs/guides/operations.md, "Secrets", also says ` +
  `what to do if it is lost.`
