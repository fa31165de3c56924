import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminKnowledgeBaseParams, AdminReaderParams } from '../params.ts'
import { ReaderList, SignInBody, SignInSettings } from '../sign-in.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

export const signInRoutes = defineRoutes({
  putSignIn: {
    method: 'put',
    path: `${ADMIN_KNOWLEDGE_BASE}/sign-in`,
    tag: 'admin',
    summary: 'Set which readers may sign in to the MCP server of a knowledge base',
    params: AdminKnowledgeBaseParams,
    body: SignInBody,
    response: json(200, SignInSettings),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
    role: 'admin',
    audit: 'sign_in.change',
    auditedFields: ['allowed_email_domains', 'allowed_group_ids'],
  },
  getSignIn: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/sign-in`,
    tag: 'admin',
    summary: 'Get which readers may sign in; secrets are never shown',
    params: AdminKnowledgeBaseParams,
    response: json(200, SignInSettings),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  listReaders: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/readers`,
    tag: 'admin',
    summary: 'List the last 1,000 readers who signed in',
    params: AdminKnowledgeBaseParams,
    response: json(200, ReaderList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
  },
  revokeReader: {
    method: 'delete',
    path: `${ADMIN_KNOWLEDGE_BASE}/readers/{readerId}`,
    tag: 'admin',
    summary: 'Revoke a reader’s access; their tokens are refused at once',
    params: AdminReaderParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'admin',
    audit: 'reader.revoke',
  },
})
