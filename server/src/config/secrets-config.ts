import type { Peppers } from '../access/digest.ts'
import type { Config } from './config.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { createSecretBox } from '../platform/secret-box.ts'

/** What is derived from the configured secrets. */
export const getSecrets = (config: Config): { peppers: Peppers; secrets: SecretBox | null } => ({
  peppers: { current: config.KEY_PEPPER, previous: config.KEY_PEPPER_PREVIOUS ?? null },
  secrets:
    config.SECRETS_KEY === undefined
      ? null
      : createSecretBox(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS ?? null),
})
