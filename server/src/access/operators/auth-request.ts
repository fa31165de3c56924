import { ADDRESS_HEADER } from './auth.ts'
import type { Person } from './operator.ts'

/** Where a request came from, and what it brought. */
export type From = { address: string; userAgent: string | undefined; cookie: string | undefined }

export function headersOf({ address, userAgent, cookie }: From): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address })
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  if (cookie !== undefined) headers.set('cookie', cookie)
  return headers
}

/** A type of better-auth's own leaves out the additional field. */
export function toPerson(user: {
  id: string
  email: string
  name: string
  ownsInstallation?: unknown
}): Person {
  const { id, email, name } = user
  return { id, email, name, ownsInstallation: user.ownsInstallation === true }
}
