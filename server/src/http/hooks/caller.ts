import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { Credential } from '../../access/credential.ts'
import { readCredential } from '../../access/credential.ts'
import type { Limiter } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enforceLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/**
 * Turns headers into a `Caller` before anything else of the request is looked at. A path that names
 * another knowledge base is refused alike, whether that one exists or not.
 */
export function addCallerHook(
  app: FastifyInstance,
  resolve: (request: FastifyRequest) => Promise<Caller>,
  addressLimiter: Limiter | null,
): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    // A secret pair is one server asking for many readers: its address is counted only when the pair
    // is wrong, and then so that guessing is slow.
    const isPair = request.headers['x-client-id'] !== undefined
    if (addressLimiter && !isPair) enforceLimit(reply, await addressLimiter.consume(request.ip))
    try {
      request.caller = await resolve(request)
    } catch (error) {
      if (addressLimiter && isPair) enforceLimit(reply, await addressLimiter.consume(request.ip))
      throw error
    }
    const named = knowledgeBaseInPath(request.params)
    if (named !== undefined && named !== request.caller.knowledgeBaseId) {
      throw new Refusal('FORBIDDEN')
    }
  })
}

/** From the headers of the HTTP interface. */
export const presentedKey = (request: FastifyRequest): Credential =>
  readCredential({
    clientKey: header(request, 'x-client-key'),
    clientId: header(request, 'x-client-id'),
    clientSecret: header(request, 'x-client-secret'),
  })

function knowledgeBaseInPath(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return undefined
  return 'knowledgeBaseId' in params ? params.knowledgeBaseId : undefined
}

/** A header sent twice is no credential. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (Array.isArray(value)) throw new Refusal('UNAUTHORIZED')
  return value
}
