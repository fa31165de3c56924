import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const person = {
  id: EXAMPLE_IDS.person,
  email: 'ada@example.com',
  name: 'Ada',
  owns_installation: false,
}

const RECOVERY_CODES = ['mJ2bV-w8Qze', 'T4xkR-0pLyd', 'c9GfA-Hn3Us']
const password = 'correct horse battery staple'

export const signInOperations: OperationTexts = {
  confirmSignIn: {
    description:
      'Finishes a sign-in that asked for a second factor, in the browser that began it and within 10 minutes. Takes a code of the authenticator, once, or a recovery code. Five wrong codes end the attempt; ten in a row lock the second factor for 15 minutes.',
    request: { code: '492039' },
    response: person,
  },
  getSignInMethods: {
    description: 'Returns which ways to sign in the service offers, besides a password.',
    response: { email_link: true },
  },
  sendSignInLink: {
    description:
      'Sends a link to the address if somebody has it. The reply is the same when nobody does. The link works once, for 10 minutes, and leads to a page of the service itself. Needs `SMTP_URL` and `PUBLIC_URL`.',
    request: { email: 'ada@example.com' },
  },
  signInByLink: {
    description:
      'Begins a session and sets its cookie, or, for somebody with a second factor, asks for a code. The first link of somebody whose address was not proved before ends their sessions and removes their password: whoever set it may have been somebody else.',
    request: { token: 'QmVzdEV4YW1wbGVUb2tlbk9mRm9vdG5v' },
    response: person,
  },
  getTwoFactor: {
    description: 'Returns whether the sign-in of whoever is signed in asks for a code.',
    response: { is_on: true, recovery_codes_left: 9 },
  },
  beginTwoFactor: {
    description:
      'Returns a new secret for the authenticator of whoever is signed in. Until a first code confirms it, nothing changes, and beginning again replaces it.',
    request: { password },
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Footnote:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Footnote&digits=6&period=30',
    },
  },
  confirmTwoFactor: {
    description:
      'Turns the second factor on, once a code shows that the authenticator has the secret. The ten recovery codes in the reply are not shown again. The session gets a new cookie.',
    request: { code: '492039' },
    response: { recovery_codes: RECOVERY_CODES },
  },
  replaceRecoveryCodes: {
    description: 'Makes ten new recovery codes. None of those before works from then on.',
    request: { password },
    response: { recovery_codes: RECOVERY_CODES },
  },
  turnOffTwoFactor: {
    description:
      'Deletes the secret and the recovery codes: from then on the password alone signs in. The session gets a new cookie.',
    request: { password },
  },
}
