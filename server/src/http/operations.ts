import { SERVICE_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { fastify } from 'fastify'
import { createWriteCheck } from '../platform/database/check-writes.ts'
import { Refusal } from '../platform/refusal.ts'
import { withinSignal } from '../platform/within-signal.ts'
import type { Deps } from './deps.ts'
import { createErrorHandler } from './errors/error-handler.ts'
import { CONNECTION_LIMITS, REQUEST_TIMEOUT_MS } from './load/connection-limits.ts'
import { NO_JSON_SCHEMA } from './no-json-schema.ts'

/** How long the database may take. Most load balancers wait a few seconds for a health check. */
const DATABASE_CHECK_MS = 1_500

/** Liveness, readiness and metrics. */
export const operationRoutes =
  (deps: Deps, isSaturated: () => boolean): FastifyPluginAsync =>
  async (app) => {
    const checkWrites = createWriteCheck(deps.db)
    app.get(SERVICE_PATHS.health, async () => ({ status: 'ok', version: deps.version }))

    app.get(SERVICE_PATHS.readiness, async () => {
      if (!deps.isReady() || isSaturated()) throw new Refusal('UNAVAILABLE')
      const signal = AbortSignal.timeout(DATABASE_CHECK_MS)
      await withinSignal(signal, checkWrites).catch((cause: unknown) => {
        throw new Refusal('UNAVAILABLE', { cause, retryAfterSeconds: 1 })
      })
      return { status: 'ready' }
    })

    app.get(SERVICE_PATHS.metrics, async (_request, reply) => {
      await deps.observeState()
      reply.type(deps.metrics.registry.contentType)
      return deps.metrics.registry.metrics()
    })
  }

/** All that a worker serves. */
export async function createOperationsServer(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    forceCloseConnections: true,
    schemaController: NO_JSON_SCHEMA,
    http: { ...CONNECTION_LIMITS },
    requestTimeout: REQUEST_TIMEOUT_MS,
  })
  app.setErrorHandler(createErrorHandler(deps.metrics))
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  await app.register(operationRoutes(deps, () => false))
  return app
}
