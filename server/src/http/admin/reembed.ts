import type { Reembedding } from '@footnote/contract/admin/reembed'
import { reembedRoutes as routes } from '@footnote/contract/admin/routes/reembed-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  discardSpare,
  startReembedding,
  startRollback,
} from '../../knowledge/spaces/embedding-space-changes.ts'
import { findReembeddingProgress } from '../../knowledge/spaces/embedding-space-progress.ts'
import type { Embedder } from '../../models/embedding/embedder.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'

export const reembedRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, queue } = deps
    serve(app, routes.startReembedding, async (request) => {
      const embedder = requireEmbedder(deps, request.body.model)
      return asOperator(db, request, async (tx, tenant) => {
        await startReembedding(tx, queue, tenant, embedder)
        return describe(tx, deps)
      })
    })
    serve(app, routes.getReembedding, (request) =>
      asOperator(db, request, (tx) => describe(tx, deps)),
    )
    serve(app, routes.rollBackReembedding, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        await startRollback(tx, queue, tenant)
        return describe(tx, deps)
      }),
    )
    serve(app, routes.discardReembedding, async (request) => {
      await asOperator(db, request, (tx, tenant) => discardSpare(tx, queue, tenant))
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
