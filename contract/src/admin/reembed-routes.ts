import { anyRefusal, bodyRefusals, json, noContent, type Route } from '../route.ts'
import { AdminKnowledgeBaseParams } from './params.ts'
import { ReembedBody, Reembedding } from './reembed.ts'

const REEMBED = '/api/v1/admin/knowledge-bases/{knowledgeBaseId}/reembed'

export const reembedRoutes: readonly Route[] = [
  {
    operationId: 'startReembedding',
    method: 'post',
    path: REEMBED,
    tag: 'admin',
    summary: 'Embed all passages with another model; searches move to it when it is complete',
    params: AdminKnowledgeBaseParams,
    body: ReembedBody,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
  },
  {
    operationId: 'getReembedding',
    method: 'get',
    path: REEMBED,
    tag: 'admin',
    summary: 'Get how far a re-embedding is',
    params: AdminKnowledgeBaseParams,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
  {
    operationId: 'rollBackReembedding',
    method: 'post',
    path: `${REEMBED}/rollback`,
    tag: 'admin',
    summary: 'Go back to the model before; what changed since is embedded first',
    params: AdminKnowledgeBaseParams,
    response: json(200, Reembedding),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  },
  {
    operationId: 'discardReembedding',
    method: 'delete',
    path: REEMBED,
    tag: 'admin',
    summary: 'Give up the vectors that are being built, or those kept to roll back to',
    params: AdminKnowledgeBaseParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
  },
]
