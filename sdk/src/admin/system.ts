import { stream } from '../transport/ask.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import type { AdminCalls } from '../wire/admin-calls.ts'
import { getCall } from './calls.ts'
import type { FollowSystemQuery, System, SystemEvent } from '../wire/admin.ts'

export type { System, SystemEvent }

/** The deployment as a whole. */
export const systemCalls = (calls: AdminCalls, connection: Connection) => ({
  get: calls.getSystem,
  /** The same, every few seconds, for some minutes. */
  follow: (query: FollowSystemQuery = {}, options?: CallOptions): AsyncGenerator<SystemEvent> =>
    stream<SystemEvent>(
      connection,
      getCall('followSystem', [], { query }),
      ({ done }) => done,
      options,
    ),
})
