import { anyRefusal, bodyRefusals, json, noContent, type Route } from '../route.ts'
import { answerModelRoutes } from './answer-model-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { Group, GroupBody, GroupList } from './groups.ts'
import { CreatedKey, Key, KeyBody, KeyList, KeyPatch } from './keys.ts'
import {
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBaseList,
  KnowledgeBasePatch,
} from './knowledge-bases.ts'
import { inspectionRoutes } from './inspection-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { AdminKeyParams, AdminKnowledgeBaseParams, AdminWorkspaceParams } from './params.ts'
import { reembedRoutes } from './reembed-routes.ts'
import { sourceFileRoutes, sourceRoutes, syncRoutes } from './source-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { widgetRoutes } from './widget-routes.ts'
import {
  Workspace,
  WorkspaceBody,
  WorkspaceList,
  WorkspacePatch,
  WorkspaceUsage,
} from './workspaces.ts'

const PREFIX = '/api/v1/admin'
const KNOWLEDGE_BASE = `${PREFIX}/knowledge-bases/{knowledgeBaseId}`

/** A path names what may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

const workspaceRoutes: readonly Route[] = [
  {
    operationId: 'createWorkspace',
    method: 'post',
    path: `${PREFIX}/workspaces`,
    tag: 'admin',
    summary: 'Create a workspace',
    body: WorkspaceBody,
    response: json(201, Workspace),
    refusals: [...anyRefusal, ...bodyRefusals],
  },
  {
    operationId: 'listWorkspaces',
    method: 'get',
    path: `${PREFIX}/workspaces`,
    tag: 'admin',
    summary: 'List workspaces',
    response: json(200, WorkspaceList),
    refusals: [...anyRefusal],
  },
  {
    operationId: 'changeWorkspace',
    method: 'patch',
    path: `${PREFIX}/workspaces/{workspaceId}`,
    tag: 'admin',
    summary: 'Change a workspace; readers notice within 5 seconds',
    params: AdminWorkspaceParams,
    body: WorkspacePatch,
    response: json(200, Workspace),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
  {
    operationId: 'getWorkspaceUsage',
    method: 'get',
    path: `${PREFIX}/workspaces/{workspaceId}/usage`,
    tag: 'admin',
    summary: "Get how many questions were answered this month, by the database's clock",
    params: AdminWorkspaceParams,
    response: json(200, WorkspaceUsage),
    refusals: [...anyRefusal, ...pathRefusals],
  },
]

const knowledgeBaseRoutes: readonly Route[] = [
  {
    operationId: 'createKnowledgeBase',
    method: 'post',
    path: `${PREFIX}/workspaces/{workspaceId}/knowledge-bases`,
    tag: 'admin',
    summary: 'Create a knowledge base in a workspace',
    params: AdminWorkspaceParams,
    body: KnowledgeBaseBody,
    response: json(201, KnowledgeBase),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
  {
    operationId: 'listKnowledgeBases',
    method: 'get',
    path: `${PREFIX}/workspaces/{workspaceId}/knowledge-bases`,
    tag: 'admin',
    summary: 'List the knowledge bases of a workspace',
    params: AdminWorkspaceParams,
    response: json(200, KnowledgeBaseList),
    refusals: [...anyRefusal, ...pathRefusals],
  },
  {
    operationId: 'getKnowledgeBase',
    method: 'get',
    path: KNOWLEDGE_BASE,
    tag: 'admin',
    summary: 'Get a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, KnowledgeBase),
    refusals: [...anyRefusal, ...pathRefusals],
  },
  {
    operationId: 'changeKnowledgeBase',
    method: 'patch',
    path: KNOWLEDGE_BASE,
    tag: 'admin',
    summary: 'Change the settings of a knowledge base',
    params: AdminKnowledgeBaseParams,
    body: KnowledgeBasePatch,
    response: json(200, KnowledgeBase),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
]

const groupRoutes: readonly Route[] = [
  {
    operationId: 'createGroup',
    method: 'post',
    path: `${KNOWLEDGE_BASE}/groups`,
    tag: 'admin',
    summary: 'Create a source group',
    params: AdminKnowledgeBaseParams,
    body: GroupBody,
    response: json(201, Group),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
  },
  {
    operationId: 'listGroups',
    method: 'get',
    path: `${KNOWLEDGE_BASE}/groups`,
    tag: 'admin',
    summary: 'List the source groups of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, GroupList),
    refusals: [...anyRefusal, ...pathRefusals],
  },
]

const keyRoutes: readonly Route[] = [
  {
    operationId: 'createKey',
    method: 'post',
    path: `${KNOWLEDGE_BASE}/keys`,
    tag: 'admin',
    summary: 'Create a client key; its secret is shown only in this response',
    params: AdminKnowledgeBaseParams,
    body: KeyBody,
    response: json(201, CreatedKey),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
  },
  {
    operationId: 'listKeys',
    method: 'get',
    path: `${KNOWLEDGE_BASE}/keys`,
    tag: 'admin',
    summary: 'List the client keys of a knowledge base, the revoked ones too',
    params: AdminKnowledgeBaseParams,
    response: json(200, KeyList),
    refusals: [...anyRefusal, ...pathRefusals],
  },
  {
    operationId: 'changeKey',
    method: 'patch',
    path: `${KNOWLEDGE_BASE}/keys/{keyId}`,
    tag: 'admin',
    summary: 'Change the name of a client key, or what it demands of readers',
    params: AdminKeyParams,
    body: KeyPatch,
    response: json(200, Key),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
  },
  {
    operationId: 'revokeKey',
    method: 'delete',
    path: `${KNOWLEDGE_BASE}/keys/{keyId}`,
    tag: 'admin',
    summary: 'Revoke a client key; it is refused everywhere within 5 seconds',
    params: AdminKeyParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
  },
]

export const adminRoutes: readonly Route[] = [
  ...workspaceRoutes,
  ...knowledgeBaseRoutes,
  ...groupRoutes,
  ...keyRoutes,
  ...widgetRoutes,
  ...sourceRoutes,
  ...syncRoutes,
  ...sourceFileRoutes,
  ...documentRoutes,
  ...inspectionRoutes,
  ...reembedRoutes,
  ...messageRoutes,
  ...answerModelRoutes,
  ...signInRoutes,
]
