import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { MessageList, MessagesQuery, Replay, TracedMessage } from '../messages.ts'
import { AdminKnowledgeBaseParams, AdminMessageParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const MESSAGES = `${ADMIN_KNOWLEDGE_BASE}/messages`
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const messageRoutes = defineRoutes({
  listMessages: {
    method: 'get',
    path: MESSAGES,
    tag: 'admin',
    summary: 'List stored answers, newest first',
    params: AdminKnowledgeBaseParams,
    query: MessagesQuery,
    response: json(200, MessageList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  getMessage: {
    method: 'get',
    path: `${MESSAGES}/{messageId}`,
    tag: 'admin',
    summary: 'Get a stored answer with its trace',
    params: AdminMessageParams,
    response: json(200, TracedMessage),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  replayMessage: {
    method: 'post',
    path: `${MESSAGES}/{messageId}/replay`,
    tag: 'admin',
    summary: "Search again as a stored answer's question did, and compare",
    params: AdminMessageParams,
    response: json(200, Replay),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'editor',
  },
})
