import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import { AcceptInvitationBody } from './invitations.ts'
import {
  Me,
  PasswordChange,
  PasswordSignInBody,
  Person,
  SessionList,
  SessionParams,
  SetupBody,
} from './people.ts'
import { SignInResult } from './sign-in-result.ts'
import { SecondStepBody } from './two-factor.ts'

/** For requests that carry a session cookie or ask for one: pages of other origins may not send them. */
const cookieRefusals = [...anyRefusal, 'FORBIDDEN'] as const

export const accountRoutes = defineRoutes({
  setUp: {
    method: 'post',
    path: `${ADMIN_PREFIX}/setup`,
    tag: 'account',
    summary: 'Create the first owner with the one-time link from the log, and sign in',
    body: SetupBody,
    response: json(201, Person),
    refusals: [...cookieRefusals, ...bodyRefusals, 'CONFLICT'],
    openTo: 'anyone',
    audit: 'person.set_up',
  },
  signIn: {
    method: 'post',
    path: `${ADMIN_PREFIX}/session`,
    tag: 'account',
    summary: 'Sign in with email address and password; the reply sets the session cookie',
    body: PasswordSignInBody,
    response: json(200, SignInResult),
    refusals: [...cookieRefusals, ...bodyRefusals],
    openTo: 'anyone',
    audit: 'session.sign_in',
  },
  confirmSignIn: {
    method: 'post',
    path: `${ADMIN_PREFIX}/session/two-factor`,
    tag: 'account',
    summary: 'Finish a sign-in with the second factor; the reply sets the session cookie',
    body: SecondStepBody,
    response: json(200, Person),
    refusals: [...cookieRefusals, ...bodyRefusals],
    openTo: 'anyone',
    audit: 'session.sign_in',
  },
  signOut: {
    method: 'delete',
    path: `${ADMIN_PREFIX}/session`,
    tag: 'account',
    summary: 'Sign out: end this session',
    response: noContent,
    refusals: cookieRefusals,
    openTo: 'session',
    audit: 'session.sign_out',
  },
  acceptInvitation: {
    method: 'post',
    path: `${ADMIN_PREFIX}/invitations/accept`,
    tag: 'account',
    summary: 'Accept an invitation: join its workspace, and sign in',
    body: AcceptInvitationBody,
    response: json(200, Person),
    refusals: [...cookieRefusals, ...bodyRefusals, 'CONFLICT'],
    openTo: 'anyone',
    audit: 'invitation.accept',
  },
  getMe: {
    method: 'get',
    path: `${ADMIN_PREFIX}/me`,
    tag: 'account',
    summary: 'Get who you are, and your role in each workspace',
    response: json(200, Me),
    refusals: cookieRefusals,
    openTo: 'operator',
  },
  changePassword: {
    method: 'put',
    path: `${ADMIN_PREFIX}/me/password`,
    tag: 'account',
    summary: 'Change your password; your other sessions end',
    body: PasswordChange,
    response: noContent,
    refusals: [...cookieRefusals, ...bodyRefusals],
    openTo: 'own_sign_in',
    audit: 'person.change_password',
  },
  listSessions: {
    method: 'get',
    path: `${ADMIN_PREFIX}/me/sessions`,
    tag: 'account',
    summary: 'List your open sessions',
    response: json(200, SessionList),
    refusals: cookieRefusals,
    openTo: 'session',
  },
  revokeSession: {
    method: 'delete',
    path: `${ADMIN_PREFIX}/me/sessions/{sessionId}`,
    tag: 'account',
    summary: 'End one of your sessions at once',
    params: SessionParams,
    response: noContent,
    refusals: [...cookieRefusals, 'BAD_REQUEST', 'NOT_FOUND'],
    openTo: 'session',
    audit: 'session.revoke',
  },
})
