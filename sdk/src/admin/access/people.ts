import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  AccessToken,
  AccessTokenBody,
  CreatedAccessToken,
  CreatedInvitation,
  Invitation,
  InvitationBody,
  Member,
  MemberPatch,
} from '../../wire/admin.ts'

export type { AccessToken, CreatedAccessToken, CreatedInvitation, Invitation, Member }
export type MemberChange = MemberPatch
export type InvitationInput = InvitationBody
export type AccessTokenInput = AccessTokenBody

/** Who may work in a workspace. */
export const memberCalls = (calls: AdminCalls) => ({
  list: calls.listMembers,
  /** Takes effect with their next request. */
  change: calls.changeMember,
  remove: calls.removeMember,
  /** For a member who lost their authenticator. Their sessions end. */
  resetSecondFactor: calls.resetSecondFactor,
})

export const invitationCalls = (calls: AdminCalls) => ({
  /** The only response that has the token of the link. */
  create: calls.createInvitation,
  list: calls.listInvitations,
  revoke: calls.revokeInvitation,
})

/** Tokens for programs, such as a CI job. */
export const accessTokenCalls = (calls: AdminCalls) => ({
  /** The only response that has the token. */
  create: calls.createAccessToken,
  list: calls.listAccessTokens,
  revoke: calls.revokeAccessToken,
})
