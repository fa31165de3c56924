import type { AdminClient } from '@footnote/client/admin'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'

/** What belongs to a workspace and to no knowledge base of it. */
export const workspaceKey = (id: string, ...rest: readonly unknown[]) => ['workspace', id, ...rest]

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'members'),
    queryFn: ({ signal }) => admin().members.list(workspaceId, { signal }),
  })

export const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'invitations'),
    queryFn: ({ signal }) => admin().invitations.list(workspaceId, { signal }),
  })

export const ssoQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'sso'),
    queryFn: ({ signal }) => admin().sso.get(workspaceId, { signal }),
  })

export const accessTokensQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'tokens'),
    queryFn: ({ signal }) => admin().accessTokens.list(workspaceId, { signal }),
  })

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => admin().account.listSessions({ signal }),
})

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => admin().twoFactor.get({ signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => admin().passkeys.list({ signal }),
})

export const digestsQuery = queryOptions({
  queryKey: ['digests'],
  queryFn: ({ signal }) => admin().digests.list({ signal }),
})

export type AuditInput = NonNullable<Parameters<AdminClient['audit']['list']>[1]>

export const auditQuery = (workspaceId: string, query: AuditInput) =>
  infiniteQueryOptions({
    queryKey: workspaceKey(workspaceId, 'audit', query),
    queryFn: ({ signal, pageParam }) =>
      admin().audit.list(workspaceId, { ...query, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => (next_cursor === null ? null : { cursor: next_cursor }),
  })

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => admin().system.get({ signal }),
})
