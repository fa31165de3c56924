import type { Reembedding } from '@footnote/contract/admin/reembed'
import { reembedRoutes as routes } from '@footnote/contract/admin/routes/reembed-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  discardSpare,
  startReembedding,
  startRollback,
} from '../../knowledge/spaces/embedding-space-changes.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { findReembeddingProgress } from '../../knowledge/spaces/embedding-space-progress.ts'
import type { Embedder } from '../../models/embedding/embedder.ts'
import { createFeed } from '../../platform/feed.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'
import type { OperatorStreams } from './operator-streams.ts'

export const reembedRoutes =
  (deps: Deps, { streams, feedOptions, send }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, queue } = deps
    const feed = createFeed<Reembedding>(feedOptions)
    serve(app, routes.startReembedding, async (request) => {
      const embedder = requireEmbedder(deps, request.body.model)
      return asOperator(db, request, async (tx, tenant) => {
        const { skip_gate: skipGate } = request.body
        await startReembedding({ tx, queue, tenant }, embedder, { skipGate })
        return describe(tx, deps)
      })
    })
    serve(app, routes.getReembedding, (request) =>
      asOperator(db, request, (tx) => describe(tx, deps)),
    )
    serve(app, routes.followReembedding, async (request, reply) => {
      const { tenant, first } = await asOperator(db, request, async (tx, own) => ({
        tenant: own,
        first: await describe(tx, deps),
      }))
      const key = tenant.knowledgeBaseId
      const read = async () => {
        await findKnowledgeBase(db, key)
        return withTenant(db, tenant, (tx) => describe(tx, deps))
      }
      const isLast = ({ state }: Reembedding) => state !== 'building' && state !== 'evaluating'
      using _slot = streams.take()
      await send(request, reply, (signal) => feed.follow({ key, first, read, isLast }, signal))
    })
    serve(app, routes.rollBackReembedding, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        await startRollback({ tx, queue, tenant })
        return describe(tx, deps)
      }),
    )
    serve(app, routes.discardReembedding, async (request) => {
      await asOperator(db, request, (tx, tenant) => discardSpare({ tx, queue, tenant }))
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
