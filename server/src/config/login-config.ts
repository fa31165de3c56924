import { ConfigError } from './config-error.ts'
import type { RoleLogin } from '../platform/database/role-logins.ts'

const SETTINGS = [
  ['API_DATABASE_URL', 'footnote_api'],
  ['WORKER_DATABASE_URL', 'footnote_worker'],
] as const

/** The logins that the server processes use. */
export const readLogins = (environment: Record<string, string | undefined>): RoleLogin[] =>
  SETTINGS.map(([setting, role]) => {
    const url = environment[setting] ?? ''
    const { username = '', password = '' } = URL.canParse(url) ? new URL(url) : {}
    // The password is hashed here, without the stringprep that other characters would need.
    const plain = decodeURIComponent(password)
    if (username === role && /^[\x21-\x7e]+$/.test(plain)) return { role, password: plain }
    throw new ConfigError(
      `${setting} must be a login of ${role}, with a password of letters, digits and signs: ` +
        `postgres://${role}:…@host/database`,
    )
  })
