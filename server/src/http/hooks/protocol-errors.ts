import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

/** Node would reply to these itself, without a body or a request id; those checks are turned off. */
export function addProtocolErrors(app: FastifyInstance): void {
  // RFC 9112, 3.2: an HTTP/1.1 request must have a Host header. `requireHostHeader` is off.
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      const details = [{ path: '', message: 'must have a Host header' }]
      throw new Refusal('BAD_REQUEST', { details })
    }
  })
  // RFC 9110, 10.1.1: an expectation other than 100-continue may be ignored.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
}
