import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import {
  EmailLinkBody,
  LinkSignInBody,
  NewPasswordBody,
  PasswordResetBody,
  SignInMethods,
} from './email-link.ts'
import { SignInResult } from './sign-in-result.ts'

const SESSION = `${ADMIN_PREFIX}/session`
const refusals = [...anyRefusal, ...bodyRefusals, 'FORBIDDEN'] as const

/** Signing in without a password. */
export const emailLinkRoutes = defineRoutes({
  getSignInMethods: {
    method: 'get',
    path: `${SESSION}/methods`,
    tag: 'account',
    summary: 'Get the ways to sign in besides a password',
    response: json(200, SignInMethods),
    refusals: [...anyRefusal, 'FORBIDDEN'],
    openTo: 'anyone',
  },
  sendSignInLink: {
    method: 'post',
    path: `${SESSION}/email-link`,
    tag: 'account',
    summary: 'Send a link that signs in to an email address',
    body: EmailLinkBody,
    response: noContent,
    refusals,
    openTo: 'anyone',
  },
  signInByLink: {
    method: 'post',
    path: `${SESSION}/email-link/use`,
    tag: 'account',
    summary: 'Sign in with the token of such a link; the reply sets the session cookie',
    body: LinkSignInBody,
    response: json(200, SignInResult),
    refusals,
    openTo: 'anyone',
    audit: 'session.sign_in',
  },
  sendPasswordReset: {
    method: 'post',
    path: `${SESSION}/password-reset`,
    tag: 'account',
    summary: 'Send a link that sets a new password to an email address',
    body: PasswordResetBody,
    response: noContent,
    refusals,
    openTo: 'anyone',
  },
  resetPassword: {
    method: 'post',
    path: `${SESSION}/password-reset/use`,
    tag: 'account',
    summary: 'Set a new password with the token of such a link; all sessions end',
    body: NewPasswordBody,
    response: noContent,
    refusals,
    openTo: 'anyone',
    audit: 'person.reset_password',
  },
})
