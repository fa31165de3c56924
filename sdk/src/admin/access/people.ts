import type {
  AccessToken,
  AccessTokenBody,
  AccessTokenList,
  CreatedAccessToken,
  CreatedInvitation,
  Invitation,
  InvitationBody,
  InvitationList,
  Member,
  MemberList,
  MemberPatch,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { AccessToken, CreatedAccessToken, CreatedInvitation, Invitation, Member }
export type MemberChange = MemberPatch
export type InvitationInput = InvitationBody
export type AccessTokenInput = AccessTokenBody

const below = (workspaceId: string) => path`/api/v1/admin/workspaces/${workspaceId}`

/** Who may work in a workspace. */
export function memberCalls(connection: Connection) {
  return {
    list: (workspaceId: string, options?: CallOptions): Promise<MemberList> =>
      request(connection, { method: 'GET', path: `${below(workspaceId)}/members` }, options),
    /** Takes effect with their next request. */
    change: (
      workspaceId: string,
      personId: string,
      body: MemberChange,
      options?: CallOptions,
    ): Promise<Member> =>
      request(
        connection,
        { method: 'PATCH', path: below(workspaceId) + path`/members/${personId}`, body },
        options,
      ),
    remove: (workspaceId: string, personId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: below(workspaceId) + path`/members/${personId}` },
        options,
      ),
    /** For a member who lost their authenticator. Their sessions end. */
    resetSecondFactor: (
      workspaceId: string,
      personId: string,
      options?: CallOptions,
    ): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: below(workspaceId) + path`/members/${personId}/two-factor` },
        options,
      ),
  }
}

export function invitationCalls(connection: Connection) {
  const base = (workspaceId: string) => `${below(workspaceId)}/invitations`
  return {
    /** The only response that has the token of the link. */
    create: (
      workspaceId: string,
      body: InvitationInput,
      options?: CallOptions,
    ): Promise<CreatedInvitation> =>
      request(connection, { method: 'POST', path: base(workspaceId), body }, options),
    list: (workspaceId: string, options?: CallOptions): Promise<InvitationList> =>
      request(connection, { method: 'GET', path: base(workspaceId) }, options),
    revoke: (workspaceId: string, invitationId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base(workspaceId) + path`/${invitationId}` },
        options,
      ),
  }
}

/** Tokens for programs, such as a CI job. */
export function accessTokenCalls(connection: Connection) {
  const base = (workspaceId: string) => `${below(workspaceId)}/tokens`
  return {
    /** The only response that has the token. */
    create: (
      workspaceId: string,
      body: AccessTokenInput,
      options?: CallOptions,
    ): Promise<CreatedAccessToken> =>
      request(connection, { method: 'POST', path: base(workspaceId), body }, options),
    list: (workspaceId: string, options?: CallOptions): Promise<AccessTokenList> =>
      request(connection, { method: 'GET', path: base(workspaceId) }, options),
    revoke: (workspaceId: string, tokenId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base(workspaceId) + path`/${tokenId}` },
        options,
      ),
  }
}
