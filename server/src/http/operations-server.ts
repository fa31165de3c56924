import type { FastifyInstance } from 'fastify'
import { fastify } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { createErrorHandler } from './error-handler.ts'
import { operationRoutes } from './operations.ts'

/** All that a worker serves: whether it is well, and what it measures. */
export async function createOperationsServer(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true })
  app.setErrorHandler(createErrorHandler(deps.metrics))
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  await app.register(operationRoutes(deps))
  return app
}
