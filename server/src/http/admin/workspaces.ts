import type { Workspace as WorkspaceResponse } from '@footnote/contract/admin/workspaces'
import { workspaceRoutes as routes } from '@footnote/contract/admin/routes/workspace-routes'
import type { FastifyPluginAsync } from 'fastify'
import { visibleWorkspaces } from '../../access/operators/roles.ts'
import { eraseThreads } from '../../conversations/erase-threads.ts'
import { startWorkspaceDeletion } from '../../knowledge/deletion/delete-workspace.ts'
import { defined } from '../../platform/defined.ts'
import { newTenantId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Workspace } from '../../workspaces/workspaces.ts'
import {
  changeWorkspace,
  createWorkspace,
  findRemainingWorkspace,
  listWorkspaces,
} from '../../workspaces/workspaces.ts'
import { addMember } from '../../access/operators/members.ts'
import { findPerson } from '../../access/operators/operator.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator, ofWorkspace } from './as-operator.ts'
import { listPage } from './list-page.ts'

export const workspaceRoutes =
  ({ operatorDb: db, queue, keyMaking }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.createWorkspace, async (request) => {
      const tenant = ofWorkspace(newTenantId(keyMaking.cell))
      const workspace = await asOperator(
        db,
        request,
        async (tx) => {
          const created = await createWorkspace(tx, tenant.workspaceId, request.body)
          const person = findPerson(request.operator.identity)
          if (person) await addMember(tx, created.id, person.id, 'owner')
          return created
        },
        { tenant },
      )
      return toWorkspace(workspace)
    })
    // The only read across tenants; it returns nothing but the workspaces themselves.
    serve(app, routes.listWorkspaces, async (request) => {
      const visible = await visibleWorkspaces(db, request.operator.identity)
      const { rows, next_cursor } = await listPage(request.query, (page) =>
        listWorkspaces(db, page, visible),
      )
      return { workspaces: rows.map(toWorkspace), next_cursor }
    })
    serve(app, routes.getWorkspace, async (request) =>
      toWorkspace(await findRemainingWorkspace(db, request.params.workspaceId)),
    )
    serve(app, routes.changeWorkspace, async (request) => {
      const { workspaceId } = request.params
      const workspace = await asOperator(db, request, async (tx) => {
        request.auditedBefore = await findRemainingWorkspace(tx, workspaceId)
        const changed = await changeWorkspace(tx, workspaceId, defined(request.body))
        if (!changed) throw new Refusal('NOT_FOUND')
        return changed
      })
      // After the commit, when nothing more is added: a large deletion would hold up every answer.
      if (workspace.retention === 'zero') await eraseThreads(db, workspaceId)
      return toWorkspace(workspace)
    })
    serve(app, routes.deleteWorkspace, async (request) => {
      const workspace = await findRemainingWorkspace(db, request.params.workspaceId)
      // Repeating the request changes nothing.
      const changesNothing = workspace.deleting_at !== null
      await asOperator(
        db,
        request,
        async (tx) => {
          if (!changesNothing) await startWorkspaceDeletion(tx, queue, workspace.id)
        },
        { tenant: ofWorkspace(workspace.id), changesNothing },
      )
      return { ...toWorkspace(workspace), state: 'deleting' as const }
    })
  }

const toWorkspace = (workspace: Workspace): WorkspaceResponse => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  retention: workspace.retention,
  thread_retention_days: workspace.thread_retention_days,
  redact: workspace.redact,
  asker_storage: workspace.asker_storage,
  audit_retention_days: workspace.audit_retention_days,
  monthly_question_allowance: workspace.monthly_question_allowance,
  state: workspace.deleting_at === null ? 'active' : 'deleting',
  created_at: workspace.created_at.toISOString(),
})
