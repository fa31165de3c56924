import { Refusal } from '../platform/refusal.ts'
import { sameSecret } from './digest.ts'

/** The operator's credential, until people sign in. */
export function requireAdminToken(expected: string, authorization: string | undefined): void {
  const token = /^Bearer ([\x21-\x7e]{1,512})$/.exec(authorization ?? '')?.[1]
  if (token === undefined || !sameSecret(token, expected)) throw new Refusal('UNAUTHORIZED')
}
