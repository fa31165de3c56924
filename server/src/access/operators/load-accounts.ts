import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Accounts } from './accounts.ts'
import type { AccountSettings } from './auth.ts'
import { mailSignInLink } from './sign-in-link-mail.ts'

export type LoadAccounts = () => Promise<Accounts>

/**
 * Loads better-auth when somebody first signs in: it takes half a second of processor time. `mailing`:
 * absent, or with no mail server, nobody gets a sign-in link.
 */
export function loadAccounts(
  settings: AccountSettings,
  mailing?: { mail: Mail | null; log: Log },
): LoadAccounts {
  const { publicUrl } = settings
  const sendSignInLink =
    mailing?.mail && publicUrl ? mailSignInLink(mailing.mail, publicUrl, mailing.log) : undefined
  const all = { ...settings, ...(sendSignInLink ? { sendSignInLink } : {}) }
  let loaded: Promise<Accounts> | undefined
  return () => (loaded ??= import('./accounts.ts').then((module) => module.createAccounts(all)))
}
