import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { passkeySite } from './passkey-site.ts'

/** The cookie that a browser keeps while its authenticator is asked. */
export const PASSKEY_STEP = 'passkey'

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
