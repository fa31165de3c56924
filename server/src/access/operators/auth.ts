import {
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '@footnote/contract/accounts/people'
import {
  PASSWORD_RESET_MINUTES,
  SIGN_IN_LINK_MINUTES,
} from '@footnote/contract/accounts/email-link'
import { RECOVERY_CODES } from '@footnote/contract/accounts/two-factor'
import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { magicLink } from 'better-auth/plugins/magic-link'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { CamelCasePlugin } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { newId } from '../../platform/new-id.ts'
import type { Peppers } from '../digest.ts'
import { accountSecrets } from './account-secrets.ts'
import { ADDRESS_HEADER } from './auth-request.ts'
import { cookieName } from './cookie-name.ts'
import { PASSKEY_STEP, passkeys } from './passkeys/passkey-plugin.ts'
import { PROVED_PATH, provedSignIn } from './proved-sign-in.ts'

/** A session that is used ends a week after its last use, to the day. */
const SESSION_SECONDS = 7 * 24 * 3600
const SESSION_EXTENSION_SECONDS = 24 * 3600
/** Each scrypt takes 32 MiB and one of the four pool threads, which file access and DNS share. */
const MAX_HASHES_AT_ONCE = 2
/** Time to find the authenticator. */
const SECOND_STEP_SECONDS = 600
/** Functions of the library that find out who somebody is. After each it asks for the second factor. */
const FIRST_STEPS = new Set(['/sign-in/email', '/magic-link/verify', PROVED_PATH])
/** The cookie between the two steps of a sign-in. */
export const SECOND_STEP = 'second_step'

export type AccountSettings = {
  /** The worker role: the api role has no right to the schema `accounts`. */
  db: Db
  peppers: Peppers
  publicUrl: string | null
  /** Sends the token of a sign-in link to somebody who has an account. Not awaited. */
  sendSignInLink?: (email: string, token: string) => void
  /** The same with the token of a link that sets a new password. */
  sendPasswordReset?: (email: string, token: string) => void
  /** For tests, which count them. */
  hashing?: { hash: typeof hashPassword; verify: typeof verifyPassword }
}

const HASHING = { hash: hashPassword, verify: verifyPassword }

export type Auth = ReturnType<typeof createAuth>

/**
 * People, their passwords and sessions, by better-auth over our own tables. Its HTTP handler is not
 * mounted: routes call its functions, so that one place decides on origins and rate limits.
 */
export function createAuth(settings: AccountSettings) {
  const { db, peppers, publicUrl, hashing = HASHING, sendSignInLink, sendPasswordReset } = settings
  const slot = limitConcurrency(MAX_HASHES_AT_ONCE)
  return betterAuth({
    appName: 'Footnote',
    baseURL: publicUrl ?? 'http://localhost',
    secrets: accountSecrets(peppers),
    database: {
      db: db.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true })),
      type: 'postgres',
      schemaName: 'accounts',
      transaction: true,
    },
    user: {
      modelName: 'people',
      additionalFields: {
        ownsInstallation: { type: 'boolean', required: true, defaultValue: false, input: false },
      },
    },
    // Without a cookie cache: every request reads the session, so revoking it takes effect at once.
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_EXTENSION_SECONDS,
      cookieCache: { enabled: false },
      additionalFields: { ssoWorkspaceId: { type: 'string', required: false, input: false } },
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      resetPasswordTokenExpiresIn: PASSWORD_RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => sendPasswordReset?.(user.email, token),
      minPasswordLength: MIN_PASSWORD_CHARACTERS,
      maxPasswordLength: MAX_PASSWORD_CHARACTERS,
      password: {
        hash: (password) => slot(() => hashing.hash(password)),
        verify: (attempt) => slot(() => hashing.verify(attempt)),
      },
    },
    advanced: {
      database: { generateId: () => newId() },
      useSecureCookies: false,
      defaultCookieAttributes: {
        secure: publicUrl?.startsWith('https://') ?? false,
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
      },
      cookies: {
        session_token: { name: cookieName(publicUrl, 'session') },
        two_factor: { name: cookieName(publicUrl, SECOND_STEP) },
        [PASSKEY_STEP]: { name: cookieName(publicUrl, PASSKEY_STEP) },
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    plugins: [
      secondFactor(),
      provedSignIn(),
      passkeys(publicUrl),
      magicLink({
        expiresIn: SIGN_IN_LINK_MINUTES * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        // For an address of nobody the same is done, but for the message.
        sendMagicLink: async ({ email, token }, context) => {
          const found = await context?.context.internalAdapter.findUserByEmail(email)
          if (found) sendSignInLink?.(email, token)
        },
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/** The library asks only after a password of its own accord. */
function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Footnote',
    allowPasswordless: true,
    twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
    backupCodeOptions: { amount: RECOVERY_CODES },
    schema: { twoFactor: { modelName: 'secondFactors' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => FIRST_STEPS.has(path ?? ''),
  }))
  return { ...plugin, hooks: { after } }
}
