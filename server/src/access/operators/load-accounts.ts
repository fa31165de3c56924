import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Accounts } from './accounts.ts'
import type { AccountSettings } from './auth.ts'
import { linkMails } from './sign-in-link-mail.ts'

export type LoadAccounts = () => Promise<Accounts>

/**
 * Loads better-auth when somebody first signs in: it takes half a second of processor time. `mailing`:
 * absent, or with no mail server, nobody gets a link.
 */
export function loadAccounts(
  settings: AccountSettings,
  mailing?: { mail: Mail | null; cell: string; log: Log },
): LoadAccounts {
  const { publicUrl } = settings
  const mails =
    mailing?.mail && publicUrl
      ? linkMails(mailing.mail, { publicUrl, cell: mailing.cell }, mailing.log)
      : {}
  const all = { ...settings, ...mails }
  let loaded: Promise<Accounts> | undefined
  return () => (loaded ??= import('./accounts.ts').then((module) => module.createAccounts(all)))
}
