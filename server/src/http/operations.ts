import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'

/** For whoever runs the service: alive, ready for traffic, and what it measures. */
export const operationRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'ok', version: deps.version }))

    app.get('/readyz', async () => {
      if (!deps.isReady()) throw new Refusal('UNAVAILABLE')
      await sql`select 1`.execute(deps.db)
      return { status: 'ready' }
    })

    app.get('/metrics', async (_request, reply) => {
      reply.type(deps.metrics.registry.contentType)
      return deps.metrics.registry.metrics()
    })
  }
