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
    'The ADMIN_TOKEN the service was started with. It is kept in this tab only, so reloading signs you out.',
  useToken: 'Use the admin token instead',
  useAccount: 'Use your account instead',
  submit: 'Sign in',
  or: 'or',
  byPasskey: 'Sign in with a passkey',
  byLink: 'Email me a link',
  bySso: 'Sign in with single sign-on',
  linkSent: (email: string) =>
    `If ${email} has an account, a sign-in link is on its way. It works once, for 10 minutes.`,
  forgotten: 'Forgot your password?',
  resetSent: (email: string) =>
    `If ${email} has an account, a link to set a new password is on its way. It works once, for 30 minutes.`,
  linkOpened: 'I have opened the link',
  otherWay: 'Sign in another way',
  expired: 'Sign in again',
  unreachable: 'Cannot reach Footnote',
  unreachableReason: 'Check your connection, then try again. Your work is safe.',
}

const account = {
  setUp: 'Set up Footnote',
  setUpLead: 'Create the first owner, who can do everything and invite others.',
  createOwner: 'Create owner',
  name: 'Your name',
  passwordHint: (characters: number) => `At least ${characters} characters.`,
  join: 'Join your colleagues',
  joinLead: 'You were invited to Footnote. Choose a password to join.',
  joinAs: (email: string) => `You will join as ${email}, the account you are signed in with.`,
  joinSubmit: 'Join',
  reset: 'Set a new password',
  resetLead: 'This ends all your sessions. Then sign in with the new password.',
  newPassword: 'New password',
  resetSubmit: 'Set password',
  resetDone: 'Password changed.',
  toSignIn: 'Sign in',
  haveAccount: 'I already have an account',
  newAccount: 'I need a new account',
  ownPassword: 'Account password',
}

export const t = { ...shared, signIn, account }
