import { AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { Reembedding } from '@footnote/contract/admin/reembed'
import { ReembedBody } from '@footnote/contract/admin/reembed'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  discardSpare,
  startReembedding,
  startRollback,
} from '../../knowledge/embedding-space-changes.ts'
import { findReembeddingProgress } from '../../knowledge/embedding-space-progress.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import type { Embedder } from '../../models/embedder.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

const PATH = '/knowledge-bases/:knowledgeBaseId/reembed'
const params = { params: AdminKnowledgeBaseParams }
const allow = { allow: 'operator' } as const

export const reembedRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db, queue } = deps

    /** Changes the spaces and says so in the audit log, in one transaction. */
    async function change(
      knowledgeBaseId: string,
      action: string,
      work: (tx: TenantTransaction, tenant: Tenant) => Promise<void>,
    ): Promise<Reembedding> {
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      return withTenant(db, tenant, async (tx) => {
        await work(tx, tenant)
        await recordAudit(tx, {
          workspaceId: tenant.workspaceId,
          actor: OPERATOR,
          action,
          subjectId: tenant.knowledgeBaseId,
        })
        return describe(tx, deps)
      })
    }

    app.post(PATH, { schema: { ...params, body: ReembedBody }, config: allow }, async (request) => {
      const embedder = requireEmbedder(deps, request.body.model)
      return change(request.params.knowledgeBaseId, 'reembed.start', (tx, tenant) =>
        startReembedding(tx, queue, tenant, embedder),
      )
    })

    app.get(PATH, { schema: params, config: allow }, async (request) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      return withTenant(db, tenant, (tx) => describe(tx, deps))
    })

    app.post(`${PATH}/rollback`, { schema: params, config: allow }, async (request) =>
      change(request.params.knowledgeBaseId, 'reembed.rollback', (tx, tenant) =>
        startRollback(tx, queue, tenant),
      ),
    )

    app.delete(PATH, { schema: params, config: allow }, async (request, reply) => {
      await change(request.params.knowledgeBaseId, 'reembed.discard', (tx, tenant) =>
        discardSpare(tx, queue, tenant),
      )
      return reply.status(204).send()
    })
  }

function requireEmbedder({ embedders }: Deps, name: string): Embedder {
  const embedder = embedders.find(name)
  if (embedder) return embedder
  const message = `is not one of the models configured here: ${embedders.models.join(', ')}`
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'model', message }] })
}

async function describe(tx: TenantTransaction, { embedders }: Deps): Promise<Reembedding> {
  const { modelFrom, modelTo, ...progress } = await findReembeddingProgress(tx)
  return { ...progress, model_from: modelFrom, model_to: modelTo, models: [...embedders.models] }
}
