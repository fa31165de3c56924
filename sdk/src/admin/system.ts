import type { System } from '../wire/admin.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'

export type { System }

/** The deployment as a whole. */
export const systemCalls = (connection: Connection) => ({
  get: (options?: CallOptions): Promise<System> =>
    request(connection, { method: 'GET', path: '/api/v1/admin/system' }, options),
})
