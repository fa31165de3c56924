import type { Person } from './operator.ts'

/** Set by this process alone: a header that a client sends is never passed on. */
export const ADDRESS_HEADER = 'x-footnote-address'

/** Where a request came from, and what it brought. */
export type From = { address: string; userAgent: string | undefined; cookie: string | undefined }

export function buildHeaders({ address, userAgent, cookie }: From): Headers {
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

/** `person` is null while the second factor is still to come; the cookie is for that then. */
export type SignInOutcome = { person: Person | null; cookies: string[] }

/** The library's types do not say that its plugin may ask for a second factor instead. */
export const getOutcome = (
  secondStep: string,
  response: { user?: Parameters<typeof toPerson>[0] },
  cookies: string[],
): SignInOutcome =>
  response.user
    ? { person: toPerson(response.user), cookies }
    : { person: null, cookies: cookies.filter((each) => each.startsWith(`${secondStep}=`)) }
