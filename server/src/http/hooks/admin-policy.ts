import type { FastifyInstance } from 'fastify'
import { requireAdminToken } from '../../access/admin-token.ts'
import type { Limiter } from '../../platform/limiter.ts'
import { enforceLimit } from './rate-limit.ts'

/** Who may use an admin route. More roles come with people who sign in. */
export type AdminPolicy = 'operator'

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: AdminPolicy
  }
}

/** Deny by default: a route that does not say who may use it stops the server from starting. */
export function addAdminPolicy(
  app: FastifyInstance,
  adminToken: string,
  addressLimiter: Limiter | null,
): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.allow === undefined) {
      throw new Error(`Admin route ${String(route.method)} ${route.url} has no policy`)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    try {
      requireAdminToken(adminToken, request.headers.authorization)
    } catch (refusal) {
      // Guesses are limited; the operator's own work, a bulk upload say, is not.
      if (addressLimiter) enforceLimit(reply, await addressLimiter.consume(request.ip))
      throw refusal
    }
  })
}
