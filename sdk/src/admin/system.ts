import type { FollowSystemQuery, System, SystemEvent } from '../wire/admin.ts'
import { stream } from '../transport/ask.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'

export type { System, SystemEvent }

/** The deployment as a whole. */
export const systemCalls = (connection: Connection) => ({
  get: (options?: CallOptions): Promise<System> =>
    request(connection, { method: 'GET', path: '/api/v1/admin/system' }, options),
  /** The same, every few seconds, for some minutes. */
  follow: (query: FollowSystemQuery = {}, options?: CallOptions): AsyncGenerator<SystemEvent> =>
    stream<SystemEvent>(
      connection,
      { method: 'GET', path: '/api/v1/admin/system/events', query },
      ({ done }) => done,
      options,
    ),
})
