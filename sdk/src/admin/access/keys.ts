import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'
import type { CreatedKey, Key, KeyBody, KeyList, KeyPatch } from '../../wire/admin.ts'

export type { CreatedKey, Key }
export type KeyInput = KeyBody
export type KeyChange = KeyPatch

/** The keys that clients authenticate with. */
export function keyCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/keys`
  return {
    /** The only response that has the secret. */
    create: (knowledgeBaseId: string, body: KeyInput, options?: CallOptions): Promise<CreatedKey> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    list: (knowledgeBaseId: string, options?: CallOptions): Promise<KeyList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
    change: (
      knowledgeBaseId: string,
      keyId: string,
      body: KeyChange,
      options?: CallOptions,
    ): Promise<Key> =>
      request(
        connection,
        { method: 'PATCH', path: base(knowledgeBaseId) + path`/${keyId}`, body },
        options,
      ),
    revoke: (knowledgeBaseId: string, keyId: string, options?: CallOptions): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: base(knowledgeBaseId) + path`/${keyId}` },
        options,
      ),
  }
}
