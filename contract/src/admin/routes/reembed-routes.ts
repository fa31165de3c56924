import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminKnowledgeBaseParams } from '../params.ts'
import { ReembedBody, Reembedding } from '../reembed.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const REEMBED = `${ADMIN_KNOWLEDGE_BASE}/reembed`

export const reembedRoutes = defineRoutes({
  startReembedding: {
    method: 'post',
    path: REEMBED,
    tag: 'admin',
    summary: 'Embed all passages with another model; searches switch when it is complete',
    params: AdminKnowledgeBaseParams,
    body: ReembedBody,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'reembed.start',
    auditedFields: ['model', 'skip_gate'],
  },
  getReembedding: {
    method: 'get',
    path: REEMBED,
    tag: 'admin',
    summary: 'Get the progress of a re-embedding',
    params: AdminKnowledgeBaseParams,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  followReembedding: {
    method: 'get',
    path: `${REEMBED}/events`,
    tag: 'admin',
    summary: 'Follow a re-embedding to its end as a stream of events',
    params: AdminKnowledgeBaseParams,
    response: { status: 200, schema: Reembedding, contentType: 'text/event-stream' },
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  rollBackReembedding: {
    method: 'post',
    path: `${REEMBED}/rollback`,
    tag: 'admin',
    summary: 'Go back to the previous model; what changed since is embedded first',
    params: AdminKnowledgeBaseParams,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'reembed.rollback',
  },
  discardReembedding: {
    method: 'delete',
    path: REEMBED,
    tag: 'admin',
    summary: 'Discard the vectors being built, or those kept for a rollback',
    params: AdminKnowledgeBaseParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'reembed.discard',
  },
})
