import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { REFUSALS } from '@footnote/contract/errors'
import { MCP_PREFIX, OAUTH_PREFIX, PUBLIC_PREFIX } from '@footnote/contract/paths'
import type { LimitDecision } from '../../platform/limits/limiter.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import { CONNECTION_LIMITS, KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS } from './connection-limits.ts'
import { CORS_HEADERS, isPublicPath } from '../cors.ts'
import { toBody } from '../errors/error-handler.ts'
import { closeUnlessComplete } from '../hooks/client-deadlines.ts'
import { isSocketRequest } from '../public/ws.ts'
import type { LoadLimiter } from './load-limiter.ts'

/** Health checks, operators and webhooks are served however many readers there are. */
const READER_PREFIXES = [PUBLIC_PREFIX, MCP_PREFIX, OAUTH_PREFIX]

/**
 * The HTTP server itself. While there is no free slot it rejects readers before routing, hooks and
 * logging, so that 2,000 retries a second cost next to nothing.
 */
export function createLoadSheddingServer(
  listener: RequestListener,
  loadLimiter: LoadLimiter,
  metrics: Metrics,
): Server {
  const server = createServer(
    {
      ...CONNECTION_LIMITS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      shouldUpgradeCallback: isSocketRequest,
      // Node's own check replies without a body, so a hook checks `Host` instead.
      requireHostHeader: false,
    },
    (request, response) => {
      const decision = isReader(request) ? loadLimiter.refusal() : null
      if (decision) reject(request, response, decision, metrics)
      else listener(request, response)
    },
  )
  return server.setTimeout(0)
}

/** Preflights are always answered: without one, a page cannot tell its reader what went wrong. */
function isReader({ url = '', method }: IncomingMessage): boolean {
  if (method === 'OPTIONS') return false
  const path = url.split('?', 1)[0] ?? ''
  return READER_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** Shared by all: creating an error each time took a tenth of the cost of a rejection. */
const REFUSAL = new Refusal('RATE_LIMITED')

function reject(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, resetSeconds }: LimitDecision,
  metrics: Metrics,
): void {
  const requestId = newId()
  const body = JSON.stringify(toBody(REFUSAL, requestId))
  metrics.refusals.inc({ code: REFUSAL.code })
  response.writeHead(REFUSALS[REFUSAL.code].status, {
    ...SECURITY_HEADERS,
    ...(isPublicPath(request.url ?? '') ? CORS_HEADERS : {}),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'retry-after': String(resetSeconds),
    'ratelimit-limit': limit,
    'ratelimit-remaining': 0,
    'ratelimit-reset': resetSeconds,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  closeUnlessComplete(request)
}

/** The security headers of every response that matter for a few bytes of JSON. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const
