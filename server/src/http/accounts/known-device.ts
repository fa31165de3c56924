import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { digestKey, pepperList, sameSecret } from '../../access/digest.ts'
import { cookieName, onlyCookies } from '../../access/operators/cookie-name.ts'
import type { Deps } from '../deps.ts'
import { setCookies } from './identify-operator.ts'

type DeviceDeps = Pick<Deps, 'peppers' | 'publicUrl'>

const DEVICE = 'device'
const NAME_BYTES = 16
/** As long as browsers keep a cookie. */
const SECONDS = 400 * 24 * 3600

/** Binds a device to an account that signed in there. */
const proofFor = (pepper: string, name: string, email: string): string =>
  digestKey(pepper, `device ${name} ${email.toLowerCase()}`).toString('base64url')

/**
 * Remembers that somebody signed in with this browser. Whoever guesses at their account from elsewhere does
 * not use up its attempts. The cookie opens nothing. Not after single sign-on: whoever runs the provider would
 * get attempts at the password without end.
 */
export function rememberDevice(
  { peppers, publicUrl }: DeviceDeps,
  reply: Parameters<typeof setCookies>[0],
  email: string,
) {
  const name = randomBytes(NAME_BYTES).toString('base64url')
  const value = `${name}.${proofFor(peppers.current, name, email)}`
  const secure = publicUrl?.startsWith('https://') ? '; Secure' : ''
  setCookies(reply, [
    `${cookieName(publicUrl, DEVICE)}=${value}; Max-Age=${SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`,
  ])
}

/** The name of a device that signed in to this account before; null: it did not, or does not show it. */
export function knownDevice(
  { peppers, publicUrl }: DeviceDeps,
  { headers }: Pick<FastifyRequest, 'headers'>,
  email: string,
): string | null {
  const cookie = onlyCookies(headers.cookie, [cookieName(publicUrl, DEVICE)])
  const [name = '', proof = ''] = (cookie?.split('=')[1] ?? '').split('.')
  const isKnown = pepperList(peppers).some((pepper) =>
    sameSecret(proof, proofFor(pepper, name, email)),
  )
  return isKnown ? name : null
}
