import type {
  Digest,
  DigestSubscription,
  DigestSubscriptionBody,
  DigestSubscriptions,
} from '../wire/admin.ts'
import type { CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import { path } from '../transport/path.ts'

export type { Digest, DigestSubscription, DigestSubscriptions }
export type DigestSubscriptionInput = DigestSubscriptionBody

/** The weekly digests of workspaces. All but `get` are for whoever signed in. */
export const digestCalls = (connection: Connection) => ({
  /** What that of last week says. */
  get: (workspaceId: string, options?: CallOptions): Promise<Digest> =>
    request(
      connection,
      { method: 'GET', path: path`/api/v1/admin/workspaces/${workspaceId}/digest` },
      options,
    ),
  /** Which of them you get. */
  list: (options?: CallOptions): Promise<DigestSubscriptions> =>
    request(connection, { method: 'GET', path: '/api/v1/admin/me/digests' }, options),
  put: (
    workspaceId: string,
    body: DigestSubscriptionInput,
    options?: CallOptions,
  ): Promise<DigestSubscription> =>
    request(
      connection,
      { method: 'PUT', path: path`/api/v1/admin/me/digests/${workspaceId}`, body },
      options,
    ),
  /** Mails you that of last week now. */
  send: (workspaceId: string, options?: CallOptions): Promise<void> =>
    request(
      connection,
      { method: 'POST', path: path`/api/v1/admin/me/digests/${workspaceId}/send` },
      options,
    ),
})
