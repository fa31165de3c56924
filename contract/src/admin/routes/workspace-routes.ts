import { anyRefusal, bodyRefusals, defineRoutes, json } from '../../route.ts'
import { ListQuery } from '../listing.ts'
import { AdminWorkspaceParams } from '../params.ts'
import { Workspace, WorkspaceBody, WorkspaceList, WorkspacePatch } from '../workspaces.ts'
import { ADMIN_PREFIX } from '../../paths.ts'

const WORKSPACES = `${ADMIN_PREFIX}/workspaces`
const WORKSPACE = `${WORKSPACES}/{workspaceId}`

/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const workspaceRoutes = defineRoutes({
  createWorkspace: {
    method: 'post',
    path: WORKSPACES,
    tag: 'admin',
    summary: 'Create a workspace',
    body: WorkspaceBody,
    response: json(201, Workspace),
    refusals: [...anyRefusal, ...bodyRefusals],
    role: 'owner',
    audit: 'workspace.create',
    auditedFields: [
      'name',
      'plan',
      'retention',
      'thread_retention_days',
      'redact',
      'asker_storage',
      'audit_retention_days',
      'monthly_question_allowance',
    ],
  },
  listWorkspaces: {
    method: 'get',
    path: WORKSPACES,
    tag: 'admin',
    summary: 'List workspaces, page by page',
    query: ListQuery,
    response: json(200, WorkspaceList),
    refusals: [...anyRefusal, 'BAD_REQUEST'],
    role: 'viewer',
  },
  getWorkspace: {
    method: 'get',
    path: WORKSPACE,
    tag: 'admin',
    summary: 'Get a workspace',
    params: AdminWorkspaceParams,
    response: json(200, Workspace),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  changeWorkspace: {
    method: 'patch',
    path: WORKSPACE,
    tag: 'admin',
    summary: 'Change a workspace; it takes effect within 5 seconds',
    params: AdminWorkspaceParams,
    body: WorkspacePatch,
    response: json(200, Workspace),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'owner',
    audit: 'workspace.change',
    auditedFields: [
      'name',
      'plan',
      'retention',
      'thread_retention_days',
      'redact',
      'asker_storage',
      'audit_retention_days',
      'monthly_question_allowance',
    ],
  },
  deleteWorkspace: {
    method: 'delete',
    path: WORKSPACE,
    tag: 'admin',
    summary:
      'Delete a workspace and its knowledge bases; refused everywhere within 5 seconds, removed soon after',
    params: AdminWorkspaceParams,
    response: json(202, Workspace),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'owner',
    audit: 'workspace.delete',
  },
})
