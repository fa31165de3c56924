import { t as shared } from '../../texts.ts'

const people = {
  title: 'People',
  invite: 'Invite somebody',
  members: 'Members',
  membersEmpty: 'Nobody is a member yet',
  membersEmptyReason: 'Whoever owns the installation may do everything here all the same.',
  name: 'Name',
  role: 'Role',
  elsewhere: (count: number) =>
    count === 1 ? 'another role in 1 knowledge base' : `another role in ${count} knowledge bases`,
  lastSeen: 'Last seen',
  joined: 'Joined',
  twoFactor: 'second factor',
  you: 'You',
  installationOwner: 'Owner of the installation',
  change: 'Change',
  remove: 'Remove',
  aboveYou: 'Their role is above yours',
  changeTitle: (name: string) => `What ${name} may do`,
  inWorkspace: 'In the workspace',
  inKnowledgeBases: 'In single knowledge bases',
  inKnowledgeBasesHint: 'Higher or lower than in the workspace.',
  asInWorkspace: 'As in the workspace',
  changed: 'Holds from their next request on',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeEffect:
    'Their sessions and access tokens open nothing in this workspace from then on. Their account stays.',
  removed: (name: string) => `${name} was removed`,
  resetTwoFactor: 'Reset second factor',
  resetTitle: (name: string) => `Reset the second factor of ${name}?`,
  resetEffect:
    'Signing in asks them for no code until they turn it on again, and their sessions end. Make sure that it is them who asks.',
  resetAction: 'Reset',
  resetDone: (name: string) => `${name} signs in without a code now`,
  invitations: 'Open invitations',
  email: 'Email address',
  invitedBy: 'Invited by',
  expires: 'Ends',
  withdraw: 'Withdraw',
  withdrawn: 'The invitation was withdrawn',
  sendInvitation: 'Invite',
  invited: (email: string) => `${email} is invited`,
  mailed: (email: string) => `A message with this link was sent to ${email}.`,
  handOver: (email: string) =>
    `Send this link to ${email} yourself: no mail server is set up. It is not shown again.`,
  link: 'Link, valid once and for 7 days',
  done: 'Done',
}

export const t = { ...shared, people }
