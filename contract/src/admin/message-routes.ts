import { anyRefusal, json, type Route } from '../route.ts'
import { MessageList, MessagesQuery, Replay, TracedMessage } from './messages.ts'
import { AdminKnowledgeBaseParams, AdminMessageParams } from './params.ts'

const MESSAGES = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}/messages'
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const messageRoutes: readonly Route[] = [
  {
    operationId: 'listMessages',
    method: 'get',
    path: MESSAGES,
    tag: 'admin',
    summary: 'List stored answers, newest first',
    params: AdminKnowledgeBaseParams,
    query: MessagesQuery,
    response: json(200, MessageList),
    refusals: [...anyRefusal, ...pathRefusals],
  },
  {
    operationId: 'getMessage',
    method: 'get',
    path: `${MESSAGES}/{messageId}`,
    tag: 'admin',
    summary: 'Get a stored answer, with how it came about',
    params: AdminMessageParams,
    response: json(200, TracedMessage),
    refusals: [...anyRefusal, ...pathRefusals],
  },
  {
    operationId: 'replayMessage',
    method: 'post',
    path: `${MESSAGES}/{messageId}/replay`,
    tag: 'admin',
    summary: "Search again as a stored answer's question did, and compare",
    params: AdminMessageParams,
    response: json(200, Replay),
    refusals: [...anyRefusal, ...pathRefusals],
  },
]
