import { z } from 'zod'
import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import { MessagesExportQuery, MessagesQuery, ReviewBody } from '../message-queries.ts'
import { Message, MessageList, Replay, Thread, TracedMessage } from '../messages.ts'
import { AdminKnowledgeBaseParams, AdminMessageParams, AdminThreadParams } from '../params.ts'
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
  exportMessagesAsCsv: {
    method: 'get',
    path: `${MESSAGES}.csv`,
    tag: 'admin',
    summary: 'Get stored answers as CSV, newest first',
    params: AdminKnowledgeBaseParams,
    query: MessagesExportQuery,
    response: { status: 200, schema: z.string(), contentType: 'text/csv' },
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
    takesLong: true,
  },
  exportMessagesAsJson: {
    method: 'get',
    path: `${MESSAGES}.ndjson`,
    tag: 'admin',
    summary: 'Get stored answers as one JSON object a line, newest first',
    params: AdminKnowledgeBaseParams,
    query: MessagesExportQuery,
    // The schema is that of a line.
    response: { status: 200, schema: Message, contentType: 'application/x-ndjson' },
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
    takesLong: true,
  },
  reviewMessage: {
    method: 'patch',
    path: `${MESSAGES}/{messageId}`,
    tag: 'admin',
    summary: 'Mark a stored answer as reviewed, tag it or note something',
    params: AdminMessageParams,
    body: ReviewBody,
    response: json(200, Message),
    refusals: [...anyRefusal, ...bodyRefusals, ...pathRefusals],
    role: 'editor',
    audit: 'message.review',
    auditedFields: ['reviewed', 'tags'],
  },
  getThread: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/threads/{threadId}`,
    tag: 'admin',
    summary: 'Get a conversation with all its answers',
    params: AdminThreadParams,
    response: json(200, Thread),
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
