import { stream } from '../../transport/ask.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import type { AdminCalls } from '../../wire/admin-calls.ts'
import { getCall } from '../calls.ts'
import type { ReembedBody, Reembedding } from '../../wire/admin.ts'

export type { Reembedding }
export type ReembedInput = ReembedBody

/** The embedding model of a knowledge base, and the change from one to another. */
export const reembedCalls = (calls: AdminCalls, connection: Connection) => ({
  /** Searches use the present model until every passage has a vector of the new one. */
  start: calls.startReembedding,
  get: calls.getReembedding,
  /** Its progress, whenever it changes, until it is held, finished or discarded. */
  follow: (knowledgeBaseId: string, options?: CallOptions): AsyncGenerator<Reembedding> =>
    stream<Reembedding>(
      connection,
      getCall('followReembedding', [knowledgeBaseId]),
      ({ state }) => state !== 'building' && state !== 'evaluating',
      options,
    ),
  rollBack: calls.rollBackReembedding,
  discard: calls.discardReembedding,
})
