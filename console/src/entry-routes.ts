import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { knowledgeBasesQuery, workspacesQuery } from './api/queries.ts'
import type { Search } from './search-values.ts'
import { Text, given, optional } from './search-values.ts'
import { Failed, NotFound, Root } from './shell/root.tsx'
import { Shell } from './shell/shell.tsx'

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Failed,
})

/** Before a knowledge base is chosen. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async () => {
    const { workspaces } = await queryClient.ensureQueryData(workspacesQuery)
    const [first] = workspaces
    if (!first) throw redirect({ to: '/new' })
    throw redirect({ to: '/w/$workspaceId', params: { workspaceId: first.id } })
  },
})

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$workspaceId',
  loader: async ({ params: { workspaceId } }) => {
    const query = knowledgeBasesQuery(workspaceId)
    const { knowledge_bases } = await queryClient.ensureQueryData(query)
    const first = knowledge_bases.find(({ state }) => state === 'active')
    if (!first) throw redirect({ to: '/new', search: { workspace: workspaceId } })
    const params = { workspaceId, knowledgeBaseId: first.id }
    throw redirect({ to: '/w/$workspaceId/kb/$knowledgeBaseId', params })
  },
})

export const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new',
  validateSearch: (search: Search) => optional({ workspace: given(Text, search['workspace']) }),
  component: lazyRouteComponent(() => import('./pages/start/start.tsx'), 'Start'),
})

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/w/$workspaceId/kb/$knowledgeBaseId',
  component: Shell,
})
