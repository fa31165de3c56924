import { isIP } from 'node:net'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/** The cookie that a browser keeps while its authenticator is asked. */
export const PASSKEY_STEP = 'passkey'

/** Browsers make passkeys for a host name, over https or on this machine. null: they make none. */
export function passkeySite(publicUrl: string | null): { rpID: string; origin: string } | null {
  if (publicUrl === null) return null
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  return protocol === 'https:' || hostname === 'localhost' ? { rpID: hostname, origin } : null
}

/**
 * A passkey counts as both factors, so the authenticator has to have asked for a finger, a face or a PIN.
 * The library does not insist on that by itself.
 */
const requireVerifiedUser = (isVerified: boolean | undefined): void => {
  if (isVerified !== true) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED' })
}

export const passkeys = (publicUrl: string | null) =>
  passkey({
    rpName: 'Footnote',
    ...passkeySite(publicUrl),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: PASSKEY_STEP },
    schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
  })
