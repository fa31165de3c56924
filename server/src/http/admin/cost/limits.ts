import { costRoutes as routes } from '@footnote/contract/admin/cost/cost-routes'
import type { FastifyPluginAsync } from 'fastify'
import { readUsage } from '../../../analytics/workspace-usage.ts'
import { readStorage } from '../../../knowledge/storage.ts'
import { findLimits, putLimits } from '../../../workspaces/limits.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const limitRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.getWorkspaceUsage, async (request) => {
      const usage = await asOperator(db, request, (tx) => readUsage(tx, request.query))
      const { storage } = request.query
      return {
        ...usage,
        storage: storage ? await readStorage(db, request.params.workspaceId) : null,
      }
    })
    serve(app, routes.getLimits, (request) => asOperator(db, request, findLimits))
    serve(app, routes.putLimits, (request) =>
      asOperator(db, request, async (tx) => {
        request.auditedBefore = await findLimits(tx)
        await putLimits(tx, request.body)
        return findLimits(tx)
      }),
    )
  }
