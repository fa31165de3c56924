import { StreamFailureCode } from '../../errors.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import { AdminGapParams, AdminKnowledgeBaseParams } from '../params.ts'
import { DraftBody, DraftFrame } from './drafts.ts'
import { Gap, GapBody, GapList, GapsQuery, GapWithQuestions } from './gaps.ts'

const GAPS = `${ADMIN_KNOWLEDGE_BASE}/gaps`

export const gapRoutes = defineRoutes({
  listGaps: {
    method: 'get',
    path: GAPS,
    tag: 'admin',
    summary: 'List questions that are not answered well, grouped by meaning',
    params: AdminKnowledgeBaseParams,
    query: GapsQuery,
    response: json(200, GapList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  getGap: {
    method: 'get',
    path: `${GAPS}/{gapId}`,
    tag: 'admin',
    summary: 'Get a gap with its questions',
    params: AdminGapParams,
    response: json(200, GapWithQuestions),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  changeGap: {
    method: 'patch',
    path: `${GAPS}/{gapId}`,
    tag: 'admin',
    summary: 'Resolve, ignore, rename or merge a gap',
    params: AdminGapParams,
    body: GapBody,
    response: json(200, Gap),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'gap.change',
    auditedFields: ['state', 'merge_into'],
  },
  draftArticle: {
    method: 'post',
    path: `${GAPS}/{gapId}/draft`,
    tag: 'admin',
    summary: 'Draft an article that answers the questions of a gap',
    params: AdminGapParams,
    body: DraftBody,
    response: { status: 200, schema: DraftFrame, contentType: 'text/event-stream' },
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'GROUP_NOT_ALLOWED'],
    streamFailures: StreamFailureCode.options,
    waitsForModel: true,
    role: 'editor',
  },
})
