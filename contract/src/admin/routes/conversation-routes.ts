import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { Erasure, ErasureBody } from '../conversations.ts'
import { AdminKnowledgeBaseParams, AdminMessageParams, AdminThreadParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const conversationRoutes = defineRoutes({
  deleteMessage: {
    method: 'delete',
    path: `${ADMIN_KNOWLEDGE_BASE}/messages/{messageId}`,
    tag: 'admin',
    summary: 'Delete a stored answer with its question, rating and trace',
    params: AdminMessageParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'owner',
    audit: 'message.delete',
  },
  deleteThread: {
    method: 'delete',
    path: `${ADMIN_KNOWLEDGE_BASE}/threads/{threadId}`,
    tag: 'admin',
    summary: 'Delete a conversation with all its answers',
    params: AdminThreadParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'owner',
    audit: 'thread.delete',
  },
  eraseAsker: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/askers/erase`,
    tag: 'admin',
    summary: 'Delete all data of one asker: conversations, ratings and sign-in',
    params: AdminKnowledgeBaseParams,
    body: ErasureBody,
    response: json(200, Erasure),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'owner',
    audit: 'asker.erase',
  },
})
