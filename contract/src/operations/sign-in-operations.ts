import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const person = {
  id: EXAMPLE_IDS.person,
  email: 'ada@example.com',
  name: 'Ada',
  owns_installation: false,
}

const sso = {
  issuer: 'https://id.example.com',
  client_id: 'footnote',
  domains: ['example.com'],
  enforced: true,
  default_role: 'viewer',
}
const redirect_uri = 'https://ask.example.com/sign-in/callback'
const stored = { ...sso, has_client_secret: true, redirect_uri }

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
    response: { email_link: true, passkey: true, sso: false },
  },
  sendSignInLink: {
    description:
      'Sends a link to the address if somebody has it; the reply is the same when no person has it. The link works once, for 10 minutes, and leads to a page of the service itself. Needs `SMTP_URL` and `PUBLIC_URL`.',
    request: { email: 'ada@example.com' },
  },
  signInByLink: {
    description:
      'Begins a session and sets its cookie, or, for somebody with a second factor, asks for a code. The first link of somebody whose address was not proved before ends their sessions and removes their password: whoever set it may have been somebody else.',
    request: { token: 'QmVzdEV4YW1wbGVUb2tlbk9mRm9vdG5v' },
    response: person,
  },
  sendPasswordReset: {
    description:
      'Sends a link to the address if somebody has it; the reply is the same when no person has it. The link works once, for 30 minutes, and leads to a page of the console. Needs `SMTP_URL` and `PUBLIC_URL`, and counts as a sign-in link does.',
    request: { email: 'ada@example.com' },
  },
  resetPassword: {
    description:
      'Sets a new password and ends every session and every other link of that person. It does not sign the person in: the new password does, with their second factor if they have one. Passkeys stay, unless the address had not been proved before: whoever added them may have been somebody else.',
    request: { token: 'QmVzdEV4YW1wbGVUb2tlbk9m', new_password: password },
  },
  beginSsoSignIn: {
    description:
      'Returns the address at the OpenID provider to which the browser goes on, with PKCE, state and nonce. The provider sends it back to a page of the service, which signs it in: only in the browser that began, within 10 minutes. NOT_FOUND: the domain has no single sign-on.',
    request: { email: 'ada@example.com' },
    response: { url: 'https://id.example.com/auth?client_id=footnote&response_type=code' },
  },
  getSso: {
    description:
      'Returns the OpenID provider of a workspace and whom it may sign in, and the address to register at the provider.',
    response: { sso: stored, redirect_uri },
  },
  putSso: {
    description:
      'Sets the OpenID provider of a workspace. People with an address in one of its domains can sign in there, and have to if it is enforced; who does so for the first time joins the workspace. A domain belongs to one workspace and is added by somebody who owns the installation, since it decides who can sign in as whom; those people always sign in with their password.',
    request: { ...sso, client_secret: 'of-the-client-at-the-provider' },
    response: stored,
  },
  deleteSso: {
    description:
      'Removes the OpenID provider of a workspace and frees its domains. People who signed in that way keep account and role; without a password they sign in by a link in the mail.',
  },
  testSso: {
    description:
      'Reads what the OpenID provider of the workspace says about itself. It does not sign anybody in, so it does not show whether client and secret are right.',
    response: { ok: true, error: null },
  },
  getTwoFactor: {
    description: 'Returns whether the sign-in of the person who is signed in asks for a code.',
    response: { is_on: true, recovery_codes_left: 9 },
  },
  beginTwoFactor: {
    description:
      'Returns a new secret for the authenticator of the person who is signed in. Until a first code confirms it, nothing changes, and beginning again replaces it.',
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
