import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import {
  NewPasskeyBody,
  Passkey,
  PasskeyCreation,
  PasskeyList,
  PasskeyParams,
  PasskeyPatch,
  PasskeyRequest,
  PasskeySignInBody,
} from './passkeys.ts'
import { Person } from './people.ts'
import { PasswordProof } from './two-factor.ts'

const PASSKEYS = `${ADMIN_PREFIX}/me/passkeys`
const PASSKEY = `${PASSKEYS}/{passkeyId}`
const SESSION = `${ADMIN_PREFIX}/session/passkey`
const refusals = [...anyRefusal, ...bodyRefusals, 'FORBIDDEN'] as const
const pathRefusals = [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'] as const

/** The passkeys of the person who signed in, and signing in with one. */
export const passkeyRoutes = defineRoutes({
  beginPasskeySignIn: {
    method: 'post',
    path: SESSION,
    tag: 'account',
    summary: 'Get a challenge for a passkey; the reply sets a cookie for the next step',
    response: json(200, PasskeyRequest),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN'],
    openTo: 'anyone',
  },
  signInByPasskey: {
    method: 'post',
    path: `${SESSION}/use`,
    tag: 'account',
    summary: 'Sign in with what a passkey signed; the reply sets the session cookie',
    body: PasskeySignInBody,
    response: json(200, Person),
    refusals,
    openTo: 'anyone',
    audit: 'session.sign_in',
  },
  listPasskeys: {
    method: 'get',
    path: PASSKEYS,
    tag: 'account',
    summary: 'List your passkeys',
    response: json(200, PasskeyList),
    refusals: [...anyRefusal, 'FORBIDDEN'],
    openTo: 'session',
  },
  beginPasskey: {
    method: 'post',
    path: PASSKEYS,
    tag: 'account',
    summary: 'Get a challenge for a new passkey; the reply sets a cookie for the next step',
    body: PasswordProof,
    response: json(200, PasskeyCreation),
    refusals,
    openTo: 'own_sign_in',
    audit: 'passkey.begin',
  },
  createPasskey: {
    method: 'post',
    path: `${PASSKEYS}/confirm`,
    tag: 'account',
    summary: 'Add the passkey that your browser made',
    body: NewPasskeyBody,
    response: json(201, Passkey),
    refusals: [...refusals, 'CONFLICT'],
    openTo: 'own_sign_in',
    audit: 'passkey.create',
  },
  renamePasskey: {
    method: 'patch',
    path: PASSKEY,
    tag: 'account',
    summary: 'Rename one of your passkeys',
    params: PasskeyParams,
    body: PasskeyPatch,
    response: json(200, Passkey),
    refusals: [...pathRefusals, ...bodyRefusals],
    openTo: 'own_sign_in',
    audit: 'passkey.rename',
  },
  deletePasskey: {
    method: 'delete',
    path: PASSKEY,
    tag: 'account',
    summary: 'Remove one of your passkeys; it signs in no more',
    params: PasskeyParams,
    response: noContent,
    refusals: pathRefusals,
    openTo: 'own_sign_in',
    audit: 'passkey.delete',
  },
})
