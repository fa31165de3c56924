import type { Group, GroupBody, GroupList } from '@footnote/contract/admin/groups'
import type { CreatedKey, Key, KeyBody, KeyList, KeyPatch } from '@footnote/contract/admin/keys'
import type { ExplainBody, Explanation } from '@footnote/contract/admin/inspection'
import type {
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBaseList,
  KnowledgeBasePatch,
} from '@footnote/contract/admin/knowledge-bases'
import type {
  Workspace,
  WorkspaceBody,
  WorkspaceList,
  WorkspacePatch,
  WorkspaceUsage,
} from '@footnote/contract/admin/workspaces'
import { answerModelCalls } from './admin-answer-model.ts'
import { documentCalls } from './admin-documents.ts'
import { messageCalls } from './admin-messages.ts'
import { reembedCalls } from './admin-reembed.ts'
import { sourceFileCalls } from './admin-source-files.ts'
import { sourceCalls } from './admin-sources.ts'
import { syncCalls } from './admin-syncs.ts'
import type { CallOptions, Connection, Fetch } from './http.ts'
import { request } from './http.ts'
import type { Input } from './input.ts'
import { path } from './path.ts'

export type { CreatedKey, Explanation, Group, Key, KnowledgeBase, Workspace }
export type WorkspaceInput = Input<typeof WorkspaceBody>
export type WorkspaceChange = Input<typeof WorkspacePatch>
export type KnowledgeBaseInput = Input<typeof KnowledgeBaseBody>
export type KnowledgeBaseChange = Input<typeof KnowledgeBasePatch>
export type ExplainInput = Input<typeof ExplainBody>
export type GroupInput = Input<typeof GroupBody>
export type KeyInput = Input<typeof KeyBody>
export type KeyChange = Input<typeof KeyPatch>

export type AdminClientOptions = {
  readonly baseUrl: string
  /** The service's ADMIN_TOKEN. */
  readonly token: string
  readonly fetch?: Fetch | undefined
}

export type AdminClient = ReturnType<typeof createAdminClient>

/** What an operator's scripts need. Never for a browser: the token may do anything. */
export function createAdminClient({ baseUrl, token, fetch }: AdminClientOptions) {
  const connection = { baseUrl, fetch, headers: { authorization: `Bearer ${token}` } }
  return {
    workspaces: workspaceCalls(connection),
    knowledgeBases: knowledgeBaseCalls(connection),
    groups: groupCalls(connection),
    keys: keyCalls(connection),
    sources: sourceCalls(connection),
    syncs: syncCalls(connection),
    sourceFiles: sourceFileCalls(connection),
    documents: documentCalls(connection),
    reembed: reembedCalls(connection),
    messages: messageCalls(connection),
    answerModel: answerModelCalls(connection),
  }
}

function workspaceCalls(connection: Connection) {
  const base = '/api/v1/admin/workspaces'
  return {
    create: (body: WorkspaceInput, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'POST', path: base, body }, options),
    list: (options?: CallOptions): Promise<WorkspaceList> =>
      request(connection, { method: 'GET', path: base }, options),
    change: (id: string, body: WorkspaceChange, options?: CallOptions): Promise<Workspace> =>
      request(connection, { method: 'PATCH', path: base + path`/${id}`, body }, options),
    /** Questions answered this month. */
    usage: (id: string, options?: CallOptions): Promise<WorkspaceUsage> =>
      request(connection, { method: 'GET', path: base + path`/${id}/usage` }, options),
  }
}

function knowledgeBaseCalls(connection: Connection) {
  const base = (workspaceId: string) =>
    path`/api/v1/admin/workspaces/${workspaceId}/knowledge-bases`
  const one = (id: string) => path`/api/v1/admin/knowledge-bases/${id}`
  return {
    create: (
      workspaceId: string,
      body: KnowledgeBaseInput,
      options?: CallOptions,
    ): Promise<KnowledgeBase> =>
      request(connection, { method: 'POST', path: base(workspaceId), body }, options),
    list: (workspaceId: string, options?: CallOptions): Promise<KnowledgeBaseList> =>
      request(connection, { method: 'GET', path: base(workspaceId) }, options),
    get: (knowledgeBaseId: string, options?: CallOptions): Promise<KnowledgeBase> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId) }, options),
    change: (
      knowledgeBaseId: string,
      body: KnowledgeBaseChange,
      options?: CallOptions,
    ): Promise<KnowledgeBase> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId), body }, options),
    /** Why a page is found for a question, or not. */
    explain: (
      knowledgeBaseId: string,
      body: ExplainInput,
      options?: CallOptions,
    ): Promise<Explanation> =>
      request(
        connection,
        { method: 'POST', path: `${one(knowledgeBaseId)}/explain`, body },
        options,
      ),
  }
}

function groupCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/groups`
  return {
    create: (knowledgeBaseId: string, body: GroupInput, options?: CallOptions): Promise<Group> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    list: (knowledgeBaseId: string, options?: CallOptions): Promise<GroupList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId) }, options),
  }
}

function keyCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/keys`
  return {
    /** The secret is in this answer and never again. */
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
