import type { Workspace as WorkspaceResponse } from '@footnote/contract/admin/workspaces'
import { WorkspaceBody } from '@footnote/contract/admin/workspaces'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Workspace } from '../../workspaces/workspaces.ts'
import { createWorkspace, listWorkspaces } from '../../workspaces/workspaces.ts'
import type { Deps } from '../deps.ts'

export const workspaceRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/workspaces',
      { schema: { body: WorkspaceBody }, config: { allow: 'operator' } },
      async (request, reply) => {
        const workspace = await createWorkspace(deps.operatorDb, request.body)
        return reply.status(201).send(toWorkspace(workspace))
      },
    )
    app.get('/workspaces', { config: { allow: 'operator' } }, async () => ({
      workspaces: (await listWorkspaces(deps.operatorDb)).map(toWorkspace),
    }))
  }

const toWorkspace = (workspace: Workspace): WorkspaceResponse => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  retention: workspace.retention,
  monthly_question_allowance: workspace.monthly_question_allowance,
  created_at: workspace.created_at.toISOString(),
})
