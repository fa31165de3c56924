import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const member = {
  id: EXAMPLE_IDS.person,
  email: 'ada@example.com',
  name: 'Ada',
  role: 'editor',
  knowledge_base_roles: [{ knowledge_base_id: EXAMPLE_IDS.knowledgeBase, role: 'admin' }],
  two_factor: true,
  last_seen_at: '2026-03-02T09:30:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
}

const invitation = {
  id: EXAMPLE_IDS.invitation,
  email: 'grace@example.com',
  role: 'editor',
  invited_by: 'ada@example.com',
  created_at: '2026-03-01T08:00:00.000Z',
  expires_at: '2026-03-08T08:00:00.000Z',
}

const token = {
  id: EXAMPLE_IDS.token,
  name: 'Docs build',
  role: 'editor',
  person_id: EXAMPLE_IDS.person,
  hint: '9fQ2',
  created_at: '2026-03-01T08:00:00.000Z',
  expires_at: '2026-05-30T08:00:00.000Z',
  last_used_at: null,
}

const event = {
  id: EXAMPLE_IDS.event,
  at: '2026-03-01T08:00:00.000Z',
  actor: 'ada@example.com',
  actor_id: EXAMPLE_IDS.person,
  token_id: null,
  action: 'key.change',
  target: EXAMPLE_IDS.key,
  changes: [{ field: 'captcha', from: false, to: true }],
  address: '203.0.113.7',
  request_id: EXAMPLE_IDS.request,
}

export const peopleOperations: OperationTexts = {
  listMembers: {
    description: 'Returns everybody who may work in a workspace, with their roles.',
    response: { members: [member] },
  },
  changeMember: {
    description:
      'Changes what a member may do; it holds from their next request on. No member can give or take a role above their own, and the last owner stays one.',
    request: { role: 'editor' },
    response: member,
  },
  removeMember: {
    description:
      'Takes a member out of a workspace. Their access tokens there are deleted; their account and their other workspaces stay.',
  },
  resetSecondFactor: {
    description:
      'Turns off the second factor of a member who has lost their authenticator and their recovery codes, and ends their sessions. Their password, link or passkey signs in alone until they turn it on again: make sure first that it is them who asks. Somebody who works in other workspaces too, or owns the installation, is left to whoever owns the installation.',
  },
  createInvitation: {
    description:
      'Makes a link that lets one person join, for 7 days. It is mailed where `SMTP_URL` and `PUBLIC_URL` are set; otherwise hand it over yourself: `/console/invitation#` and the token. Inviting the same address again replaces the link.',
    request: { email: 'grace@example.com', role: 'editor' },
    response: {
      ...invitation,
      token: `${EXAMPLE_IDS.workspace}.Zm9vdG5vdGUtZXhhbXBsZS10b2tlbi1ub3QtcmVhbA`,
      is_sent: true,
    },
  },
  listInvitations: {
    description: 'Returns invitations that can still be accepted. Their links are not shown again.',
    response: { invitations: [invitation] },
  },
  revokeInvitation: {
    description: 'Withdraws an invitation. People who accepted it before stay members.',
  },
  createAccessToken: {
    description:
      'Makes a token for a program, such as a CI job, to be sent as a bearer. It works in this workspace only, and never allows more than the person who made it may do at that moment.',
    request: { name: 'Docs build', role: 'editor', expires_in_days: 90 },
    response: { ...token, token: 'fnt_00exampleexampleexampleexample9fQ2' },
  },
  listAccessTokens: {
    description: 'Returns tokens that are in use. Below the role admin you see your own.',
    response: { tokens: [token] },
  },
  revokeAccessToken: {
    description: 'Deletes a token. Below the role admin you can revoke your own.',
  },
  listAuditEvents: {
    description:
      'Returns who changed what, from which address and with which request. Events are never changed or deleted, not even by the service itself.',
    response: { events: [event], next_cursor: null },
  },
  exportAuditEvents: {
    description:
      'Streams all events that match, with `changes` as JSON in its column. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
    response: 'id,at,actor,actor_id,token_id,action,target,changes,address,request_id\r\n',
  },
  listInstallationEvents: {
    description:
      'Returns what belongs to no workspace: sign-ins, sign-outs and changed passwords. For owners of the installation.',
    response: {
      events: [{ ...event, action: 'session.sign_in', target: EXAMPLE_IDS.person, changes: [] }],
      next_cursor: null,
    },
  },
}
