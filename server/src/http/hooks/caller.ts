import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { readCredential } from '../../access/credential.ts'
import type { CallerResolver } from '../../access/resolve-caller.ts'
import { Refusal } from '../../platform/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/**
 * Turns headers into a `Caller` before anything else of the request is looked at. A path that names
 * another knowledge base is refused alike, whether that one exists or not.
 */
export function addCallerHook(app: FastifyInstance, callers: CallerResolver): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = await callers.resolve(
      readCredential({
        clientKey: header(request, 'x-client-key'),
        clientId: header(request, 'x-client-id'),
        clientSecret: header(request, 'x-client-secret'),
      }),
    )
    const named = knowledgeBaseInPath(request.params)
    if (named !== undefined && named !== request.caller.knowledgeBaseId) {
      throw new Refusal('FORBIDDEN')
    }
  })
}

function knowledgeBaseInPath(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return undefined
  return 'knowledgeBaseId' in params ? params.knowledgeBaseId : undefined
}

/** A header sent twice is no credential. */
function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (Array.isArray(value)) throw new Refusal('UNAUTHORIZED')
  return value
}
