import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const passkey = {
  id: EXAMPLE_IDS.passkey,
  name: 'Ada’s laptop',
  created_at: '2026-03-02T09:30:00.000Z',
  is_synced: true,
}
const challenge = 'p4hUXn3UCmYBYsQXQ1rYTgoV1ZgJVUsXWbYE3TnCRj0'
const credential = {
  id: 'Kf3oYnNxb0ZyZ1d0cmFuZG9t',
  rawId: 'Kf3oYnNxb0ZyZ1d0cmFuZG9t',
  type: 'public-key',
}
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const passkeyOperations: OperationTexts = {
  beginPasskeySignIn: {
    description:
      'Returns what the browser hands to its authenticator (`navigator.credentials.get`), and sets a cookie for the next step, which takes at most 5 minutes. It names no passkey: the authenticator offers those that it has for this host. Needs `PUBLIC_URL` with a host name, over https.',
    response: {
      challenge,
      rpId: 'ask.example.com',
      timeout: 60_000,
      userVerification: 'required',
    },
  },
  signInByPasskey: {
    description:
      'Begins a session and sets its cookie. The authenticator has to have asked for a finger, a face or a PIN: a passkey counts as both factors, and no code is asked for besides. Refused where single sign-on is enforced for the address.',
    request: {
      response: {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          signature: 'MEUCIQDKg0H4mGkVbVJ2f4JyVjIq',
        },
      },
    },
    response: {
      id: EXAMPLE_IDS.person,
      email: 'ada@example.com',
      name: 'Ada',
      owns_installation: false,
    },
  },
  listPasskeys: {
    description: 'Returns the passkeys of the person who is signed in.',
    response: { passkeys: [passkey] },
  },
  beginPasskey: {
    description:
      'Returns what the browser hands to its authenticator (`navigator.credentials.create`), and sets a cookie for the next step, which takes at most 5 minutes. Takes the password of somebody who has one, and a session that was signed in within the last day.',
    request: { password: 'correct horse battery staple' },
    response: {
      challenge,
      rp: { name: 'Footnote', id: 'ask.example.com' },
      user: { id: 'b2c4cnFmM3Q5d2E', name: 'ada@example.com', displayName: 'ada@example.com' },
      pubKeyCredParams: [
        { alg: -8, type: 'public-key' },
        { alg: -7, type: 'public-key' },
        { alg: -257, type: 'public-key' },
      ],
      timeout: 60_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      extensions: { credProps: true },
    },
  },
  createPasskey: {
    description:
      'Stores the public key of the passkey that the browser made. From then on it signs in, without a password and without a code.',
    request: {
      name: 'Ada’s laptop',
      response: {
        ...credential,
        response: {
          clientDataJSON,
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
          transports: ['internal'],
        },
      },
    },
    response: passkey,
  },
  renamePasskey: {
    description: 'Changes what a passkey of the person who is signed in is called.',
    request: { name: 'Ada’s laptop' },
    response: passkey,
  },
  deletePasskey: {
    description:
      'Removes a passkey of the person who is signed in: it signs in no more. Sessions that it began go on.',
  },
}
