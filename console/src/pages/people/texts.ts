import { t as shared } from '../../texts.ts'

const people = {
  title: 'People',
  invite: 'Invite someone',
  members: 'Members',
  membersEmpty: 'No members yet',
  membersEmptyReason: 'Owners of the installation can do everything here without being members.',
  name: 'Name',
  role: 'Role',
  elsewhere: (count: number) =>
    count === 1
      ? 'different role in 1 knowledge base'
      : `different role in ${count} knowledge bases`,
  lastSeen: 'Last seen',
  joined: 'Joined',
  twoFactor: 'two-factor',
  you: 'You',
  installationOwner: 'Owner of the installation',
  change: 'Edit',
  remove: 'Remove',
  aboveYou: 'Their role is above yours',
  changeTitle: (name: string) => `Change the role of ${name}`,
  inWorkspace: 'Role in the workspace',
  inKnowledgeBases: 'Role per knowledge base',
  inKnowledgeBasesHint: 'Can be higher or lower than in the workspace.',
  asInWorkspace: 'Same as in the workspace',
  changed: 'Role changed',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeEffect:
    'Their sessions and access tokens lose access to this workspace. Their account stays.',
  removed: (name: string) => `${name} removed`,
  resetTwoFactor: 'Reset two-factor',
  resetTitle: (name: string) => `Reset two-factor authentication for ${name}?`,
  resetEffect:
    'They sign in without a code until they turn it on again, and their sessions end. Make sure that the request really comes from them.',
  resetAction: 'Reset',
  resetDone: (name: string) => `${name} now signs in without a code`,
  invitations: 'Pending invitations',
  email: 'Email address',
  invitedBy: 'Invited by',
  expires: 'Expires',
  withdraw: 'Withdraw',
  withdrawn: 'Invitation withdrawn',
  sendInvitation: 'Invite',
  invited: (email: string) => `${email} invited`,
  mailed: (email: string) => `This link was emailed to ${email}.`,
  handOver: (email: string) =>
    `No mail server is set up, so send this link to ${email} yourself. It is not shown again.`,
  link: 'Invitation link (works once, for 7 days)',
  done: 'Done',
}

export const t = { ...shared, people }
