import { AdminWorkspaceParams } from '../admin/params.ts'
import { Id } from '../id.ts'
import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import { AccessTokenBody, AccessTokenList, CreatedAccessToken } from './access-tokens.ts'
import { CreatedInvitation, InvitationBody, InvitationList } from './invitations.ts'
import { Member, MemberList, MemberPatch } from './members.ts'

const WORKSPACE = `${ADMIN_PREFIX}/workspaces/{workspaceId}`

const MemberParams = AdminWorkspaceParams.extend({ personId: Id.describe('A member.') })
const InvitationParams = AdminWorkspaceParams.extend({
  invitationId: Id.describe('An open invitation of this workspace.'),
})
const TokenParams = AdminWorkspaceParams.extend({
  tokenId: Id.describe('The `id` of an access token, not the token itself.'),
})

const pathRefusals = [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'] as const

/** The people of a workspace, and the tokens of their programs. */
export const peopleRoutes = defineRoutes({
  listMembers: {
    method: 'get',
    path: `${WORKSPACE}/members`,
    tag: 'admin',
    summary: 'List who may work in a workspace',
    params: AdminWorkspaceParams,
    response: json(200, MemberList),
    refusals: pathRefusals,
    role: 'admin',
  },
  changeMember: {
    method: 'patch',
    path: `${WORKSPACE}/members/{personId}`,
    tag: 'admin',
    summary: 'Change the role of a member, in the workspace or in single knowledge bases',
    params: MemberParams,
    body: MemberPatch,
    response: json(200, Member),
    refusals: [...pathRefusals, ...bodyRefusals, 'CONFLICT'],
    role: 'admin',
    audit: 'member.change',
    auditedFields: ['role', 'knowledge_base_roles'],
  },
  removeMember: {
    method: 'delete',
    path: `${WORKSPACE}/members/{personId}`,
    tag: 'admin',
    summary: 'Remove a member; their sessions and tokens open nothing here from then on',
    params: MemberParams,
    response: noContent,
    refusals: [...pathRefusals, 'CONFLICT'],
    role: 'admin',
    audit: 'member.remove',
    auditedFields: ['email', 'role'],
  },
  resetSecondFactor: {
    method: 'delete',
    path: `${WORKSPACE}/members/{personId}/two-factor`,
    tag: 'admin',
    summary: 'Turn off the second factor of a member who lost it; their sessions end',
    params: MemberParams,
    response: noContent,
    refusals: pathRefusals,
    role: 'admin',
    audit: 'member.reset_two_factor',
    auditedFields: ['email', 'two_factor'],
  },
  createInvitation: {
    method: 'post',
    path: `${WORKSPACE}/invitations`,
    tag: 'admin',
    summary: 'Invite somebody to a workspace; the link is shown only in this response',
    params: AdminWorkspaceParams,
    body: InvitationBody,
    response: json(201, CreatedInvitation),
    refusals: [...pathRefusals, ...bodyRefusals, 'CONFLICT'],
    role: 'admin',
    audit: 'invitation.create',
    auditedFields: ['email', 'role'],
  },
  listInvitations: {
    method: 'get',
    path: `${WORKSPACE}/invitations`,
    tag: 'admin',
    summary: 'List invitations that are open',
    params: AdminWorkspaceParams,
    response: json(200, InvitationList),
    refusals: pathRefusals,
    role: 'admin',
  },
  revokeInvitation: {
    method: 'delete',
    path: `${WORKSPACE}/invitations/{invitationId}`,
    tag: 'admin',
    summary: 'Withdraw an invitation; its link is refused from then on',
    params: InvitationParams,
    response: noContent,
    refusals: pathRefusals,
    role: 'admin',
    audit: 'invitation.revoke',
    auditedFields: ['email', 'role'],
  },
  createAccessToken: {
    method: 'post',
    path: `${WORKSPACE}/tokens`,
    tag: 'admin',
    summary: 'Create an access token for a program; it is shown only in this response',
    params: AdminWorkspaceParams,
    body: AccessTokenBody,
    response: json(201, CreatedAccessToken),
    refusals: [...pathRefusals, ...bodyRefusals],
    role: 'editor',
    audit: 'access_token.create',
    auditedFields: ['name', 'role', 'expires_in_days'],
  },
  listAccessTokens: {
    method: 'get',
    path: `${WORKSPACE}/tokens`,
    tag: 'admin',
    summary: 'List access tokens: your own, or all of the workspace for an admin',
    params: AdminWorkspaceParams,
    response: json(200, AccessTokenList),
    refusals: pathRefusals,
    role: 'editor',
  },
  revokeAccessToken: {
    method: 'delete',
    path: `${WORKSPACE}/tokens/{tokenId}`,
    tag: 'admin',
    summary: 'Revoke an access token; it is refused at once',
    params: TokenParams,
    response: noContent,
    refusals: pathRefusals,
    role: 'editor',
    audit: 'access_token.revoke',
    auditedFields: ['name', 'role'],
  },
})
