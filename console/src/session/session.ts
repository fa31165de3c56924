import { useSyncExternalStore } from 'react'
import type { AdminClient } from '@footnote/client/admin'
import { createAdminClient } from '@footnote/client/admin'

/** closed: nobody has signed in. expired: somebody had, and what they were doing is still on the page. */
export type SessionState = 'closed' | 'open' | 'expired'

let state: SessionState = 'closed'
let client: AdminClient | undefined
const listeners = new Set<() => void>()

/** Who signs in is decided here alone. The token stays in memory: a reload asks for it again. */
export async function signIn(token: string): Promise<void> {
  const candidate = createAdminClient({ baseUrl: location.origin, token })
  await candidate.workspaces.list({ limit: 1 })
  client = candidate
  setState('open')
}

export function signOut(): void {
  client = undefined
  setState('closed')
}

export function expireSession(): void {
  if (state === 'open') setState('expired')
}

/** The admin API, as whoever has signed in. */
export function admin(): AdminClient {
  if (!client) throw new Error('Nobody has signed in')
  return client
}

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state)

function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
