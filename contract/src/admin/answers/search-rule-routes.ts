import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminKnowledgeBaseParams, AdminSearchRuleParams } from '../params.ts'
import { SavedSearchRule, SearchRuleBody, SearchRuleList } from './search-rules.ts'

const RULES = `${ADMIN_KNOWLEDGE_BASE}/search-rules`
const RULE = `${RULES}/{searchRuleId}`

export const searchRuleRoutes = defineRoutes({
  listSearchRules: {
    method: 'get',
    path: RULES,
    tag: 'admin',
    summary: 'List the search rules of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, SearchRuleList),
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'viewer',
  },
  createSearchRule: {
    method: 'post',
    path: RULES,
    tag: 'admin',
    summary: 'Add a search rule, such as a synonym',
    params: AdminKnowledgeBaseParams,
    body: SearchRuleBody,
    response: json(201, SavedSearchRule),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'editor',
    audit: 'search_rule.create',
    auditedFields: ['rule'],
  },
  putSearchRule: {
    method: 'put',
    path: RULE,
    tag: 'admin',
    summary: 'Replace a search rule',
    params: AdminSearchRuleParams,
    body: SearchRuleBody,
    response: json(200, SavedSearchRule),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'editor',
    audit: 'search_rule.change',
    auditedFields: ['rule'],
  },
  deleteSearchRule: {
    method: 'delete',
    path: RULE,
    tag: 'admin',
    summary: 'Delete a search rule',
    params: AdminSearchRuleParams,
    response: noContent,
    refusals: [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'],
    role: 'editor',
    audit: 'search_rule.delete',
    auditedFields: ['rule'],
  },
})
