import type { FastifyInstance } from 'fastify'
import { requireAdminToken } from '../../access/admin-token.ts'

/** Who may use an admin route. More roles come with people who sign in. */
export type AdminPolicy = 'operator'

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: AdminPolicy
  }
}

/** Deny by default: a route that does not say who may use it stops the server from starting. */
export function addAdminPolicy(app: FastifyInstance, adminToken: string): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.allow === undefined) {
      throw new Error(`Admin route ${String(route.method)} ${route.url} has no policy`)
    }
  })
  app.addHook('onRequest', async (request) => {
    requireAdminToken(adminToken, request.headers.authorization)
  })
}
