import { useSyncExternalStore } from 'react'
import { FootnoteError } from '@footnote/client'
import type { AdminClient, Me } from '@footnote/client/admin'
import { createAdminClient } from '@footnote/client/admin'

/**
 * starting: not known yet. unreachable: nor can it be asked. closed: nobody has signed in. expired:
 * somebody had, and what they were doing is still on the page.
 */
export type SessionState = 'starting' | 'unreachable' | 'closed' | 'open' | 'expired'

/** Whoever the browser has a session cookie for. */
const byCookie = createAdminClient({ baseUrl: location.origin })

let state: SessionState = 'starting'
let client: AdminClient = byCookie
let openedAs: Me | undefined
const listeners = new Set<() => void>()

/** Goes on with the session of an earlier visit, if it is still open. */
export async function resumeSession(): Promise<void> {
  setState('starting')
  try {
    open(byCookie, await byCookie.account.me())
  } catch (error) {
    setState(isRefused(error) ? 'closed' : 'unreachable')
  }
}

/** Runs a call that answers with a session cookie, and goes on with that. */
async function openBy(call: Promise<unknown>): Promise<void> {
  await call
  open(byCookie, await byCookie.account.me())
}

type Account = AdminClient['account']

/** Whether a code is needed besides; then nobody is signed in yet. */
export async function signIn(body: Parameters<Account['signIn']>[0]): Promise<boolean> {
  const result = await byCookie.account.signIn(body)
  if ('second_factor' in result) return true
  open(byCookie, await byCookie.account.me())
  return false
}

export const confirmSignIn = (code: string): Promise<void> =>
  openBy(byCookie.account.confirmSignIn({ code }))

/** What the service offers besides a password. */
export const signInMethods = () => byCookie.account.signInMethods()

export const sendSignInLink = (email: string): Promise<void> =>
  byCookie.account.sendSignInLink({ email })

export const sendPasswordReset = (email: string): Promise<void> =>
  byCookie.account.sendPasswordReset({ email })

export const resetPassword = (body: Parameters<Account['resetPassword']>[0]): Promise<void> =>
  byCookie.account.resetPassword(body)

/** Goes on with whatever session the browser has by now, such as that of a link in another tab. */
export const signInByCookie = (): Promise<void> => openBy(Promise.resolve())

/** Leaves the console for the provider, which sends the browser back. */
export async function goToProvider(email: string): Promise<void> {
  const { url } = await byCookie.account.beginSsoSignIn({ email })
  location.assign(url)
}

/** What signs is loaded when somebody wants it. */
export async function signInByPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    byCookie.passkeys.beginSignIn(),
  ])
  const response = await startAuthentication({ optionsJSON })
  await openBy(byCookie.passkeys.signIn({ response }))
}

export const setUp = (body: Parameters<Account['setUp']>[0]): Promise<void> =>
  openBy(byCookie.account.setUp(body))

export const acceptInvitation = (body: Parameters<Account['acceptInvitation']>[0]): Promise<void> =>
  openBy(byCookie.account.acceptInvitation(body))

/** The token stays in memory: a reload asks for it again. */
export async function signInWithToken(token: string): Promise<void> {
  const candidate = createAdminClient({ baseUrl: location.origin, token })
  open(candidate, await candidate.account.me())
}

/** Ends the session on the server too. One that has ended already is no error. */
export async function signOut(): Promise<void> {
  try {
    if (client === byCookie) await byCookie.account.signOut()
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  client = byCookie
  openedAs = undefined
  setState('closed')
}

export function expireSession(): void {
  if (state === 'open') setState('expired')
}

/** The admin API, as whoever has signed in. */
export function admin(): AdminClient {
  if (state === 'closed') throw new Error('A request was made without a session')
  return client
}

/** Who signed in, as it was then. */
export const whoSignedIn = (): Me | undefined => openedAs

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state)

const isRefused = (error: unknown): boolean =>
  error instanceof FootnoteError && error.status === 401

function open(as: AdminClient, me: Me): void {
  client = as
  openedAs = me
  setState('open')
}

function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
