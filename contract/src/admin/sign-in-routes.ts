import { anyRefusal, bodyRefusals, json, noContent, type Route } from '../route.ts'
import { AdminKnowledgeBaseParams, AdminReaderParams } from './params.ts'
import { ReaderList, SignInBody, SignInSettings } from './sign-in.ts'

const KNOWLEDGE_BASE = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}'

export const signInRoutes: readonly Route[] = [
  {
    operationId: 'putSignIn',
    method: 'put',
    path: `${KNOWLEDGE_BASE}/sign-in`,
    tag: 'admin',
    summary: 'Set which readers may sign in to the MCP server of a knowledge base',
    params: AdminKnowledgeBaseParams,
    body: SignInBody,
    response: json(200, SignInSettings),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
  },
  {
    operationId: 'getSignIn',
    method: 'get',
    path: `${KNOWLEDGE_BASE}/sign-in`,
    tag: 'admin',
    summary: 'Get which readers may sign in; secrets are never shown',
    params: AdminKnowledgeBaseParams,
    response: json(200, SignInSettings),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'listReaders',
    method: 'get',
    path: `${KNOWLEDGE_BASE}/readers`,
    tag: 'admin',
    summary: 'List the last 1,000 readers who signed in',
    params: AdminKnowledgeBaseParams,
    response: json(200, ReaderList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'revokeReader',
    method: 'delete',
    path: `${KNOWLEDGE_BASE}/readers/{readerId}`,
    tag: 'admin',
    summary: 'Take a reader’s access away; their tokens open nothing from then on',
    params: AdminReaderParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
]
