import type { ListWorkspacesQuery } from '../wire/admin.ts'

export type ListInput = ListWorkspacesQuery
