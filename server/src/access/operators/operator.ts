import type { Role } from '@footnote/contract/role'

export type Person = { id: string; email: string; name: string; ownsInstallation: boolean }

/** What an access token may do at most. */
export type TokenBounds = { id: string; workspaceId: string; role: Role }

/** Who calls the admin API, before it is known what they may do where. */
export type Identity =
  | { via: 'admin_token' }
  | { via: 'session'; person: Person; sessionId: string }
  | { via: 'access_token'; person: Person | null; bounds: TokenBounds }

export type Operator = {
  identity: Identity
  /** Their name in the audit log. */
  actor: string
  /** In the workspace or knowledge base that the path names. */
  role: Role
}

export const personOf = (identity: Identity): Person | null =>
  identity.via === 'admin_token' ? null : identity.person

/** The name of the admin token in the audit log. */
export const actorOf = (identity: Identity): string => personOf(identity)?.email ?? 'operator'

/** May do anything anywhere. An access token never does: it belongs to one workspace. */
export const ownsInstallation = (identity: Identity): boolean =>
  identity.via === 'admin_token' || (identity.via === 'session' && identity.person.ownsInstallation)
