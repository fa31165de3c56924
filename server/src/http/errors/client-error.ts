import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalCode } from '@footnote/contract/errors'
import { REFUSALS } from '@footnote/contract/errors'
import type { ConnectionError } from 'fastify'
import type { Metrics } from '../../platform/metrics.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import { CORS_HEADERS } from '../cors.ts'
import { toBody } from './error-handler.ts'

/** Codes of Node's HTTP parser. Anything else is not HTTP. */
const CODES: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Replies to input that never became a request: there is only a socket. */
export const createClientErrorHandler =
  (metrics: Metrics) =>
  (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy()
      return
    }
    const code = CODES[error.code] ?? 'BAD_REQUEST'
    metrics.refusals.inc({ code })
    // `end`, not `destroy`: with unread input the kernel would reset the connection before
    // the client has read the reply.
    socket.end(render(new Refusal(code)))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }

/** For a client that does not close its side. */
const LINGER_MS = 1_000

/** A second reply in the middle of the first would be read as part of it. */
function hasBegunToAnswer(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage')
  return typeof message === 'object' && message !== null && Reflect.get(message, '_headerSent')
}

function render(refusal: Refusal): string {
  const requestId = newId()
  const body = JSON.stringify(toBody(refusal, requestId))
  const { status } = REFUSALS[refusal.code]
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    date: new Date().toUTCString(),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...CORS_HEADERS,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
