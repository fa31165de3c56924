import { AdminKnowledgeBaseParams, AdminWorkspaceParams } from '@footnote/contract/admin/params'
import type { KnowledgeBase as KnowledgeBaseResponse } from '@footnote/contract/admin/knowledge-bases'
import { KnowledgeBaseBody } from '@footnote/contract/admin/knowledge-bases'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { KnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import {
  createKnowledgeBase,
  findKnowledgeBase,
  listKnowledgeBases,
} from '../../knowledge/knowledge-bases.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant, withWorkspace } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import { findWorkspace } from '../../workspaces/workspaces.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

export const knowledgeBaseRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/workspaces/:workspaceId/knowledge-bases',
      {
        schema: { params: AdminWorkspaceParams, body: KnowledgeBaseBody },
        config: { allow: 'operator' },
      },
      async (request, reply) => {
        const workspace = await findWorkspace(deps.operatorDb, request.params.workspaceId)
        if (!workspace) throw new Refusal('NOT_FOUND')
        const tenant = { workspaceId: workspace.id, knowledgeBaseId: newId() }
        const created = await withTenant(deps.operatorDb, tenant, async (tx) => {
          const made = await createKnowledgeBase(
            tx,
            tenant,
            request.body.name,
            deps.embedders.standard,
          )
          await recordAudit(tx, {
            workspaceId: workspace.id,
            actor: OPERATOR,
            action: 'knowledge_base.create',
            subjectId: made.id,
          })
          return made
        })
        return reply.status(201).send(toKnowledgeBase(created))
      },
    )
    app.get(
      '/workspaces/:workspaceId/knowledge-bases',
      { schema: { params: AdminWorkspaceParams }, config: { allow: 'operator' } },
      async (request) => {
        const workspace = await findWorkspace(deps.operatorDb, request.params.workspaceId)
        if (!workspace) throw new Refusal('NOT_FOUND')
        const list = await withWorkspace(deps.operatorDb, workspace.id, (tx) =>
          listKnowledgeBases(tx, workspace.id),
        )
        return { knowledge_bases: list.map(toKnowledgeBase) }
      },
    )
    app.get(
      '/knowledge-bases/:knowledgeBaseId',
      { schema: { params: AdminKnowledgeBaseParams }, config: { allow: 'operator' } },
      async (request) =>
        toKnowledgeBase(await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)),
    )
  }

const toKnowledgeBase = (knowledgeBase: KnowledgeBase): KnowledgeBaseResponse => ({
  id: knowledgeBase.id,
  workspace_id: knowledgeBase.workspace_id,
  name: knowledgeBase.name,
  created_at: knowledgeBase.created_at.toISOString(),
})
