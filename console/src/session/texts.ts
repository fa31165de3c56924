import { t as shared } from '../texts.ts'

const signIn = {
  title: 'Sign in',
  lead: 'Manage what your readers can ask.',
  email: 'Email address',
  password: 'Password',
  code: 'Code from your authenticator app',
  codeHint: 'Or one of your recovery codes.',
  token: 'Admin token',
  tokenHint:
    'The ADMIN_TOKEN that the service was started with. It stays in this tab’s memory: reloading signs you out.',
  useToken: 'Use the admin token instead',
  useAccount: 'Use your account instead',
  submit: 'Sign in',
  or: 'or',
  byPasskey: 'Sign in with a passkey',
  byLink: 'Email me a link',
  bySso: 'Sign in with single sign-on',
  linkSent: (email: string) =>
    `If ${email} has an account, a link that signs in is on its way. It works once, for 10 minutes.`,
  forgotten: 'I have forgotten my password',
  resetSent: (email: string) =>
    `If ${email} has an account, a link to set a new password is on its way. It works once, for 30 minutes.`,
  linkOpened: 'I have opened it',
  otherWay: 'Sign in another way',
  expired: 'Sign in again',
  unreachable: 'Footnote does not answer',
  unreachableReason: 'Whether you are signed in could not be asked. Your work is safe.',
}

const account = {
  setUp: 'Set up Footnote',
  setUpLead: 'You create the first owner, who may do anything and invites the others.',
  createOwner: 'Create the owner',
  name: 'Your name',
  passwordHint: (characters: number) => `At least ${characters} characters, any of them.`,
  join: 'Join your colleagues',
  joinLead: 'You were invited to Footnote. Choose a password to join.',
  joinAs: (email: string) => `You join as ${email}, with the account you are signed in with.`,
  joinSubmit: 'Join',
  reset: 'Set a new password',
  resetLead: 'All your sessions end, and you sign in with the new password.',
  newPassword: 'New password',
  resetSubmit: 'Set the password',
  resetDone: 'Your new password is set.',
  toSignIn: 'Sign in',
  haveAccount: 'I have an account already',
  newAccount: 'I am new here',
  ownPassword: 'The password of your account',
}

export const t = { ...shared, signIn, account }
