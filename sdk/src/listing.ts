import type { ListWorkspacesQuery } from './admin-wire.ts'

export type ListInput = ListWorkspacesQuery
