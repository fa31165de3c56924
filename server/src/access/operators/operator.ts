import type { Role } from '@footnote/contract/role'

export type Person = { id: string; email: string; name: string; ownsInstallation: boolean }

/** What an access token may do at most. */
export type TokenBounds = { id: string; workspaceId: string; role: Role }

/** Who calls the admin API, before it is known what they may do where. */
export type Identity =
  | { via: 'admin_token' }
  | { via: 'session'; person: Person; sessionId: string; onlyWorkspaceId: string | null }
  | { via: 'access_token'; person: Person | null; bounds: TokenBounds }

export type Operator = {
  identity: Identity
  /** Their name in the audit log. */
  actor: string
  /** In the workspace or knowledge base that the path names. */
  role: Role
}

export const findPerson = (identity: Identity): Person | null =>
  identity.via === 'admin_token' ? null : identity.person

/** The name of the admin token in the audit log. */
export const nameActor = (identity: Identity): string => findPerson(identity)?.email ?? 'operator'

/**
 * The one workspace that a credential opens; null: every workspace of its person. Single sign-on opens the
 * workspace whose provider vouched for somebody: another workspace has not agreed to believe it.
 */
export function onlyWorkspaceFor(identity: Identity): string | null {
  if (identity.via === 'admin_token') return null
  return identity.via === 'access_token' ? identity.bounds.workspaceId : identity.onlyWorkspaceId
}

/** May do anything anywhere. What belongs to one workspace never does. */
export const ownsInstallation = (identity: Identity): boolean =>
  identity.via === 'admin_token' ||
  (onlyWorkspaceFor(identity) === null && identity.person?.ownsInstallation === true)
