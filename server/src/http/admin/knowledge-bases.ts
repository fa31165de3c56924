import { knowledgeBaseRoutes as routes } from '@footnote/contract/admin/routes/knowledge-base-routes'
import type { KnowledgeBase as KnowledgeBaseResponse } from '@footnote/contract/admin/knowledge-bases'
import type { FastifyPluginAsync } from 'fastify'
import { startDeletion } from '../../knowledge/deletion/delete-knowledge-base.ts'
import type { KnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import {
  changeKnowledgeBase,
  createKnowledgeBase,
  findRemaining,
  listKnowledgeBases,
} from '../../knowledge/knowledge-bases.ts'
import { defined } from '../../platform/defined.ts'
import { newTenantId } from '../../platform/new-id.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator, findTenant } from './as-operator.ts'
import { listPage } from './list-page.ts'

export const knowledgeBaseRoutes =
  ({ operatorDb: db, queue, embedders, signIn, keyMaking, mail }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.createKnowledgeBase, async (request) => {
      const { workspaceId } = await findTenant(db, request)
      const tenant = { workspaceId, knowledgeBaseId: newTenantId(keyMaking.cell) }
      const created = await asOperator(
        db,
        request,
        (tx) => createKnowledgeBase(tx, tenant, request.body.name, embedders.standard),
        { tenant },
      )
      return toKnowledgeBase(created)
    })
    serve(app, routes.listKnowledgeBases, async (request) => {
      const { rows, next_cursor } = await asOperator(db, request, (tx, { workspaceId }) =>
        listPage(request.query, (page) => listKnowledgeBases(tx, workspaceId, page)),
      )
      return { knowledge_bases: rows.map(toKnowledgeBase), next_cursor }
    })
    serve(app, routes.getKnowledgeBase, async (request) =>
      toKnowledgeBase(await findRemaining(db, request.params.knowledgeBaseId)),
    )
    serve(app, routes.changeKnowledgeBase, async (request) => {
      const changed = await asOperator(db, request, async (tx, tenant) => {
        request.auditedBefore = await findRemaining(tx, tenant.knowledgeBaseId)
        return changeKnowledgeBase(tx, tenant, defined(request.body), {
          hasOwnSignIn: signIn !== null,
          hasMail: mail !== null,
        })
      })
      return toKnowledgeBase(changed)
    })
    serve(app, routes.deleteKnowledgeBase, async (request) => {
      const tenant = await findRemaining(db, request.params.knowledgeBaseId)
      // Repeating the request changes nothing.
      const changesNothing = tenant.deleting_at !== null
      await asOperator(
        db,
        request,
        async (tx) => {
          if (!changesNothing) await startDeletion({ tx, queue, tenant })
        },
        { tenant, changesNothing },
      )
      return { ...toKnowledgeBase(tenant), state: 'deleting' as const }
    })
  }

const toKnowledgeBase = (knowledgeBase: KnowledgeBase): KnowledgeBaseResponse => ({
  id: knowledgeBase.id,
  workspace_id: knowledgeBase.workspace_id,
  name: knowledgeBase.name,
  starter_mode: knowledgeBase.starter_mode,
  own_questions: knowledgeBase.own_questions,
  answerability: knowledgeBase.answerability,
  split_questions: knowledgeBase.split_questions,
  default_filter: knowledgeBase.default_filter,
  contact: knowledgeBase.contact,
  mcp_enabled: knowledgeBase.mcp_enabled,
  mcp_url: knowledgeBase.mcp_url,
  mcp_oauth: knowledgeBase.mcp_oauth,
  llms_txt: knowledgeBase.llms_txt,
  page_markdown: knowledgeBase.page_markdown,
  state: knowledgeBase.deleting_at === null ? 'active' : 'deleting',
  created_at: knowledgeBase.created_at.toISOString(),
})
