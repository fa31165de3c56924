import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import {
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBaseList,
  KnowledgeBasePatch,
} from '../knowledge-bases.ts'
import { ListQuery } from '../listing.ts'
import { AdminKnowledgeBaseParams, AdminWorkspaceParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE, ADMIN_PREFIX } from '../../paths.ts'

const KNOWLEDGE_BASES = `${ADMIN_PREFIX}/workspaces/{workspaceId}/knowledge-bases`
/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const knowledgeBaseRoutes = defineRoutes({
  createKnowledgeBase: {
    method: 'post',
    path: KNOWLEDGE_BASES,
    tag: 'admin',
    summary: 'Create a knowledge base in a workspace',
    params: AdminWorkspaceParams,
    body: KnowledgeBaseBody,
    response: json(201, KnowledgeBase),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'knowledge_base.create',
    auditedFields: ['name'],
  },
  listKnowledgeBases: {
    method: 'get',
    path: KNOWLEDGE_BASES,
    tag: 'admin',
    summary: 'List the knowledge bases of a workspace, page by page',
    params: AdminWorkspaceParams,
    query: ListQuery,
    response: json(200, KnowledgeBaseList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  getKnowledgeBase: {
    method: 'get',
    path: ADMIN_KNOWLEDGE_BASE,
    tag: 'admin',
    summary: 'Get a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, KnowledgeBase),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  changeKnowledgeBase: {
    method: 'patch',
    path: ADMIN_KNOWLEDGE_BASE,
    tag: 'admin',
    summary: 'Change the settings of a knowledge base',
    params: AdminKnowledgeBaseParams,
    body: KnowledgeBasePatch,
    response: json(200, KnowledgeBase),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'knowledge_base.change',
    auditedFields: [
      'name',
      'starter_mode',
      'split_questions',
      'default_filter',
      'contact',
      'mcp_enabled',
      'mcp_url',
      'mcp_oauth',
      'llms_txt',
      'page_markdown',
    ],
  },
  deleteKnowledgeBase: {
    method: 'delete',
    path: ADMIN_KNOWLEDGE_BASE,
    tag: 'admin',
    summary:
      'Delete a knowledge base; its keys are refused within 5 seconds, its content is removed soon after',
    params: AdminKnowledgeBaseParams,
    response: json(202, KnowledgeBase),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'owner',
    audit: 'knowledge_base.delete',
  },
})
