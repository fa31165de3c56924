import type { Me } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from '../api/queries.ts'

export type Role = Me['workspaces'][number]['role']

/** From least to most. */
export const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const satisfies readonly Role[]

export const includesRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** Who has signed in, and what they may do. */
export const useMe = (): Me => useQuery(meQuery).data

/** What they may do in the workspace of the address, or in its knowledge base. The server decides. */
export function useRole(place: 'workspace' | 'knowledge base' = 'knowledge base'): Role {
  const { workspaceId, knowledgeBaseId } = useParams({ strict: false })
  const { workspaces, may_create_workspaces } = useMe()
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  if (!workspace) return may_create_workspaces ? 'owner' : 'viewer'
  const base = workspace.knowledge_bases.find(({ id }) => id === knowledgeBaseId)
  return (place === 'knowledge base' ? base?.role : undefined) ?? workspace.role
}
