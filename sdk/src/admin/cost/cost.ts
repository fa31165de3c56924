import type { Prices, PricesBody } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Prices }
export type PricesInput = PricesBody

const one = (id: string) => path`/api/v1/admin/workspaces/${id}`

/** What models cost. */
export const priceCalls = (connection: Connection) => ({
  get: (workspaceId: string, options?: CallOptions): Promise<Prices> =>
    request(connection, { method: 'GET', path: `${one(workspaceId)}/prices` }, options),
  /** Replaces them all. */
  put: (workspaceId: string, body: PricesInput, options?: CallOptions): Promise<Prices> =>
    request(connection, { method: 'PUT', path: `${one(workspaceId)}/prices`, body }, options),
})
