import type { Accounts } from './accounts.ts'
import type { AccountSettings } from './auth.ts'

export type LoadAccounts = () => Promise<Accounts>

/** Loads better-auth when somebody first signs in: it takes half a second of processor time. */
export function loadAccounts(settings: AccountSettings): LoadAccounts {
  let loaded: Promise<Accounts> | undefined
  return () =>
    (loaded ??= import('./accounts.ts').then((module) => module.createAccounts(settings)))
}
