import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { Group, GroupBody, GroupDeletion, GroupList, GroupPatch } from '../groups.ts'
import { ListQuery } from '../listing.ts'
import { AdminGroupParams, AdminKnowledgeBaseParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

const GROUPS = `${ADMIN_KNOWLEDGE_BASE}/groups`

/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const groupRoutes = defineRoutes({
  createGroup: {
    method: 'post',
    path: GROUPS,
    tag: 'admin',
    summary: 'Create a source group',
    params: AdminKnowledgeBaseParams,
    body: GroupBody,
    response: json(201, Group),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'group.create',
    auditedFields: ['name', 'signed_readers_only'],
  },
  listGroups: {
    method: 'get',
    path: GROUPS,
    tag: 'admin',
    summary: 'List the source groups of a knowledge base, page by page',
    params: AdminKnowledgeBaseParams,
    query: ListQuery,
    response: json(200, GroupList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  getGroup: {
    method: 'get',
    path: `${GROUPS}/{groupId}`,
    tag: 'admin',
    summary: 'Get a source group',
    params: AdminGroupParams,
    response: json(200, Group),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  changeGroup: {
    method: 'patch',
    path: `${GROUPS}/{groupId}`,
    tag: 'admin',
    summary: 'Change the name of a source group, or who reads it',
    params: AdminGroupParams,
    body: GroupPatch,
    response: json(200, Group),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'group.change',
    auditedFields: ['name', 'signed_readers_only'],
  },
  deleteGroup: {
    method: 'delete',
    path: `${GROUPS}/{groupId}`,
    tag: 'admin',
    summary: 'Delete a source group, moving its documents if it has any',
    params: AdminGroupParams,
    query: GroupDeletion,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals, 'GROUP_NOT_ALLOWED', 'CONFLICT'],
    role: 'admin',
    audit: 'group.delete',
    auditedFields: ['name', 'signed_readers_only'],
  },
})
