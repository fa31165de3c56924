import { AdminKnowledgeBaseParams, AdminWorkspaceParams } from '@footnote/contract/admin/params'
import type { KnowledgeBase as KnowledgeBaseResponse } from '@footnote/contract/admin/knowledge-bases'
import { KnowledgeBaseBody, KnowledgeBasePatch } from '@footnote/contract/admin/knowledge-bases'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { KnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import {
  changeKnowledgeBase,
  createKnowledgeBase,
  findKnowledgeBase,
  listKnowledgeBases,
} from '../../knowledge/knowledge-bases.ts'
import { defined } from '../../platform/defined.ts'
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
    app.patch(
      '/knowledge-bases/:knowledgeBaseId',
      {
        schema: { params: AdminKnowledgeBaseParams, body: KnowledgeBasePatch },
        config: { allow: 'operator' },
      },
      async (request) => {
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        return withTenant(deps.operatorDb, tenant, async (tx) => {
          const changed = await changeKnowledgeBase(
            tx,
            tenant,
            defined(request.body),
            deps.signIn !== null,
          )
          await recordAudit(tx, {
            workspaceId: tenant.workspaceId,
            actor: OPERATOR,
            action: 'knowledge_base.change',
            subjectId: tenant.id,
          })
          return toKnowledgeBase(changed)
        })
      },
    )
  }

const toKnowledgeBase = (knowledgeBase: KnowledgeBase): KnowledgeBaseResponse => ({
  id: knowledgeBase.id,
  workspace_id: knowledgeBase.workspace_id,
  name: knowledgeBase.name,
  starter_mode: knowledgeBase.starter_mode,
  own_questions: knowledgeBase.own_questions,
  mcp_enabled: knowledgeBase.mcp_enabled,
  mcp_url: knowledgeBase.mcp_url,
  mcp_oauth: knowledgeBase.mcp_oauth,
  llms_txt: knowledgeBase.llms_txt,
  page_markdown: knowledgeBase.page_markdown,
  created_at: knowledgeBase.created_at.toISOString(),
})
