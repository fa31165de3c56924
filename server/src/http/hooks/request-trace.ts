import { SERVICE_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Span, Tracing } from '../../platform/tracing/span.ts'
import { NO_TRACING, within } from '../../platform/tracing/span.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span?: Span
  }
}

const UNTRACED: ReadonlySet<string | undefined> = new Set(Object.values(SERVICE_PATHS))

/** One trace a request, named after its route: the URL may contain ids. Begins where the caller's does. */
export function addRequestTrace(app: FastifyInstance, tracing: Tracing): void {
  if (tracing === NO_TRACING) return
  app.addHook('onRequest', async (request, { raw }) => {
    const { method, headers, routeOptions } = request
    // A connection is no request: each question over a WebSocket is.
    if (UNTRACED.has(routeOptions.url) || headers.upgrade !== undefined) return
    const route = routeOptions.url ?? 'unknown'
    const { traceparent } = headers
    const span = tracing.begin(`${method} ${route}`, {
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'footnote.request_id': request.id,
      },
      causes: typeof traceparent === 'string' ? [traceparent] : [],
    })
    if (!span) return
    request.span = span
    // Not `onResponse`, which does not see that a client left.
    raw.once('close', () => {
      const { statusCode, writableFinished } = raw
      if (!writableFinished) span.note('client_left')
      span.set({ 'http.response.status_code': statusCode })
      span.end(statusCode >= 500 ? String(statusCode) : undefined)
    })
  })
  // Not before the body is read: what reads it runs outside of this request's steps.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? within(span, done) : done()))
}
