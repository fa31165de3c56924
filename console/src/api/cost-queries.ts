import { queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { workspaceKey } from './workspace-queries.ts'

export const pricesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'prices'),
    queryFn: ({ signal }) => admin().prices.get(workspaceId, { signal }),
  })

export const limitsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKey(workspaceId, 'limits'),
    queryFn: ({ signal }) => admin().limits.get(workspaceId, { signal }),
  })
