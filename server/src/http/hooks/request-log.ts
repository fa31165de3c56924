import { SERVICE_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'

/** Asked for every few seconds by whoever watches the service. */
const PROBES: ReadonlySet<string> = new Set(Object.values(SERVICE_PATHS))

/** One log line and one observation per response, with the route's pattern: the URL may contain ids. */
export function addRequestLog(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000)
    const isQuiet = PROBES.has(route) && reply.statusCode < 400
    request.log[isQuiet ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
