export const account = {
  setUp: 'Set up Footnote',
  setUpLead: 'You create the first owner, who may do anything and invites the others.',
  createOwner: 'Create the owner',
  name: 'Your name',
  passwordHint: (characters: number) => `At least ${characters} characters, any of them.`,
  join: 'Join your colleagues',
  joinLead: 'You were invited to Footnote. Choose a password to join.',
  joinAs: (email: string) => `You join as ${email}, with the account you are signed in with.`,
  joinSubmit: 'Join',
  haveAccount: 'I have an account already',
  newAccount: 'I am new here',
  ownPassword: 'The password of your account',
}

export const roles = {
  names: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  hints: {
    viewer: 'Reads everything, without who asked.',
    editor: 'Also changes sources and pages.',
    admin: 'Also keys, widgets, groups, models and people.',
    owner: 'Everything, deleting and retention included.',
  },
  needed: {
    viewer: 'a viewer',
    editor: 'an editor',
    admin: 'an admin',
    owner: 'an owner',
    installation: 'somebody who owns the installation',
  },
  readOnly: (own: string, needed: string) =>
    `You can look at this, not change it: you are ${own} here, and changes need ${needed}.`,
  reason: (needed: string) => `Needs ${needed}`,
  forbidden: 'Not for your role',
  forbiddenReason: (own: string, needed: string) =>
    `You are ${own} here, and this page needs ${needed}. Ask somebody who has that role.`,
}
