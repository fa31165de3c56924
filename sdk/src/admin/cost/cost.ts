import type {
  GetWorkspaceUsageQuery,
  Limits,
  LimitsBody,
  Prices,
  PricesBody,
  WorkspaceUsage,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Limits, Prices, WorkspaceUsage }
export type PricesInput = PricesBody
export type LimitsInput = LimitsBody
export type UsageInput = GetWorkspaceUsageQuery

const one = (id: string) => path`/api/v1/admin/workspaces/${id}`

/** What models cost. */
export const priceCalls = (connection: Connection) => ({
  get: (workspaceId: string, options?: CallOptions): Promise<Prices> =>
    request(connection, { method: 'GET', path: `${one(workspaceId)}/prices` }, options),
  /** Replaces them all. */
  put: (workspaceId: string, body: PricesInput, options?: CallOptions): Promise<Prices> =>
    request(connection, { method: 'PUT', path: `${one(workspaceId)}/prices`, body }, options),
})

/** What may be used in a month and spent in a day. */
export const limitCalls = (connection: Connection) => ({
  get: (workspaceId: string, options?: CallOptions): Promise<Limits> =>
    request(connection, { method: 'GET', path: `${one(workspaceId)}/limits` }, options),
  /** Replaces them all. */
  put: (workspaceId: string, body: LimitsInput, options?: CallOptions): Promise<Limits> =>
    request(connection, { method: 'PUT', path: `${one(workspaceId)}/limits`, body }, options),
})
