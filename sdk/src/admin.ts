import type { CreatedKey, Key, KeyBody, KeyList, KeyPatch } from './admin-wire.ts'
import { accountCalls } from './admin-accounts.ts'
import { answerModelCalls } from './admin-answer-model.ts'
import { auditCalls } from './admin-audit.ts'
import { askerCalls, threadCalls } from './admin-conversations.ts'
import { documentCalls } from './admin-documents.ts'
import { groupCalls } from './admin-groups.ts'
import { knowledgeBaseCalls } from './admin-knowledge-bases.ts'
import { messageCalls } from './admin-messages.ts'
import { playgroundCalls } from './admin-playground.ts'
import { accessTokenCalls, invitationCalls, memberCalls } from './admin-people.ts'
import { reembedCalls } from './admin-reembed.ts'
import { sourceFileCalls } from './admin-source-files.ts'
import { sourceCalls } from './admin-sources.ts'
import { starterQuestionCalls } from './admin-starter-questions.ts'
import { syncCalls } from './admin-syncs.ts'
import { systemCalls } from './admin-system.ts'
import { widgetCalls } from './admin-widgets.ts'
import { workspaceCalls } from './admin-workspaces.ts'
import type { CallOptions, Connection, Fetch } from './http.ts'
import { request } from './http.ts'
import { path } from './path.ts'

export type * from './admin-accounts.ts'
export type * from './admin-answer-model.ts'
export type * from './admin-audit.ts'
export type * from './admin-conversations.ts'
export type * from './admin-documents.ts'
export type * from './admin-groups.ts'
export type * from './admin-knowledge-bases.ts'
export type * from './admin-messages.ts'
export type * from './admin-playground.ts'
export type * from './admin-people.ts'
export type * from './admin-reembed.ts'
export type * from './admin-source-files.ts'
export type * from './admin-sources.ts'
export type * from './admin-starter-questions.ts'
export type * from './admin-syncs.ts'
export type * from './admin-system.ts'
export type * from './admin-widgets.ts'
export type * from './admin-workspaces.ts'
export type { CreatedKey, Key }
export type KeyInput = KeyBody
export type KeyChange = KeyPatch

export type AdminClientOptions = {
  readonly baseUrl: string
  /** An access token, or the service's ADMIN_TOKEN. Left out in pages of the service: there the session cookie counts. */
  readonly token?: string | undefined
  readonly fetch?: Fetch | undefined
}

export type AdminClient = ReturnType<typeof createAdminClient>

/** What operators' scripts need. Never with a token in a browser. */
export function createAdminClient({ baseUrl, token, fetch }: AdminClientOptions) {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const connection = { baseUrl, fetch, headers }
  return {
    workspaces: workspaceCalls(connection),
    knowledgeBases: knowledgeBaseCalls(connection),
    groups: groupCalls(connection),
    keys: keyCalls(connection),
    widgets: widgetCalls(connection),
    sources: sourceCalls(connection),
    syncs: syncCalls(connection),
    sourceFiles: sourceFileCalls(connection),
    documents: documentCalls(connection),
    playground: playgroundCalls(connection),
    reembed: reembedCalls(connection),
    messages: messageCalls(connection),
    threads: threadCalls(connection),
    askers: askerCalls(connection),
    answerModel: answerModelCalls(connection),
    starterQuestions: starterQuestionCalls(connection),
    system: systemCalls(connection),
    account: accountCalls(connection),
    members: memberCalls(connection),
    invitations: invitationCalls(connection),
    accessTokens: accessTokenCalls(connection),
    audit: auditCalls(connection),
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
