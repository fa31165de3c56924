import { REQUESTS_PER_UNVERIFIED_READ } from '@footnote/contract/limits'
import type { FastifyInstance } from 'fastify'
import { getNetwork } from '../../platform/network/network.ts'
import type { IdentifyDeps } from '../identify-caller.ts'
import { countExtra } from '../identify-caller.ts'
import { queryCost } from '../query-cost.ts'
import { enforceLimit } from './rate-limit.ts'

/** Runs once the body is read: a long query counts as several requests, an unverified read as many. */
export function addCostHook(app: FastifyInstance, deps: IdentifyDeps): void {
  app.addHook('preHandler', async (request, reply) => {
    const { caller, body, ip, routeOptions } = request
    const isUnverified = caller.captcha.required && routeOptions.config.route?.readsWithoutToken
    const { requestCost = 1 } = routeOptions.config.route ?? {}
    const cost = queryCost(body) * requestCost * (isUnverified ? REQUESTS_PER_UNVERIFIED_READ : 1)
    const extra = { network: getNetwork(ip), cost: cost - 1 }
    await countExtra(deps, caller, extra, (decision) => enforceLimit(reply, decision))
  })
}
