import { costRoutes as routes } from '@footnote/contract/admin/cost/cost-routes'
import type { FastifyPluginAsync } from 'fastify'
import { findPrices, putPrices } from '../../../workspaces/prices.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'

export const priceRoutes =
  ({ operatorDb: db }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.getPrices, (request) => asOperator(db, request, findPrices))
    serve(app, routes.putPrices, (request) =>
      asOperator(db, request, async (tx, { workspaceId }) => {
        request.auditedBefore = { prices: (await findPrices(tx)).prices }
        await putPrices(tx, workspaceId, request.body.prices)
        return findPrices(tx)
      }),
    )
  }
