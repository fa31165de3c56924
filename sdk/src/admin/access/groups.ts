import type { DeleteGroupQuery, Group, GroupBody, GroupList, GroupPatch } from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import type { ListInput } from '../listing.ts'
import { path } from '../../transport/path.ts'

export type { Group }
export type GroupInput = GroupBody
export type GroupDeletionInput = DeleteGroupQuery
export type GroupChange = GroupPatch

/** Named parts of a knowledge base. */
export function groupCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/groups`
  const one = (id: string, groupId: string) => base(id) + path`/${groupId}`
  return {
    create: (knowledgeBaseId: string, body: GroupInput, options?: CallOptions): Promise<Group> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    list: (
      knowledgeBaseId: string,
      query: ListInput = {},
      options?: CallOptions,
    ): Promise<GroupList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    get: (knowledgeBaseId: string, groupId: string, options?: CallOptions): Promise<Group> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, groupId) }, options),
    change: (
      knowledgeBaseId: string,
      groupId: string,
      body: GroupChange,
      options?: CallOptions,
    ): Promise<Group> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId, groupId), body }, options),
    /** Refused while documents or sources are in it, unless `move_to` says where they go. */
    remove: (
      knowledgeBaseId: string,
      groupId: string,
      query: GroupDeletionInput = {},
      options?: CallOptions,
    ): Promise<void> =>
      request(
        connection,
        { method: 'DELETE', path: one(knowledgeBaseId, groupId), query },
        options,
      ),
  }
}
