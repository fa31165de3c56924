import { AdminWorkspaceParams } from '@footnote/contract/admin/params'
import type { Workspace as WorkspaceResponse } from '@footnote/contract/admin/workspaces'
import { WorkspaceBody, WorkspacePatch } from '@footnote/contract/admin/workspaces'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withWorkspace } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import { findUsage } from '../../workspaces/quota.ts'
import type { Workspace } from '../../workspaces/workspaces.ts'
import {
  changeWorkspace,
  createWorkspace,
  findWorkspace,
  listWorkspaces,
} from '../../workspaces/workspaces.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

const config = { allow: 'operator' } as const

export const workspaceRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db } = deps
    app.post('/workspaces', { schema: { body: WorkspaceBody }, config }, async (request, reply) => {
      const workspace = await createWorkspace(db, request.body)
      return reply.status(201).send(toWorkspace(workspace))
    })
    app.get('/workspaces', { config }, async () => ({
      workspaces: (await listWorkspaces(db)).map(toWorkspace),
    }))
    app.patch(
      '/workspaces/:workspaceId',
      { schema: { params: AdminWorkspaceParams, body: WorkspacePatch }, config },
      async (request) => {
        const { workspaceId } = request.params
        return withWorkspace(db, workspaceId, async (tx) => {
          const changed = await changeWorkspace(tx, workspaceId, defined(request.body))
          if (!changed) throw new Refusal('NOT_FOUND')
          const event = { workspaceId, actor: OPERATOR, action: 'workspace.change' }
          await recordAudit(tx, { ...event, subjectId: workspaceId })
          return toWorkspace(changed)
        })
      },
    )
    app.get(
      '/workspaces/:workspaceId/usage',
      { schema: { params: AdminWorkspaceParams }, config },
      async (request) => {
        const workspace = await findWorkspace(db, request.params.workspaceId)
        if (!workspace) throw new Refusal('NOT_FOUND')
        return withWorkspace(db, workspace.id, findUsage)
      },
    )
  }

const toWorkspace = (workspace: Workspace): WorkspaceResponse => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  retention: workspace.retention,
  thread_retention_days: workspace.thread_retention_days,
  monthly_question_allowance: workspace.monthly_question_allowance,
  created_at: workspace.created_at.toISOString(),
})
