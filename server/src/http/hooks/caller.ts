import { READER_TOKEN_HEADER } from '@footnote/contract/public/reader-token'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { PresentedCredential } from '../../access/credential.ts'
import { getNetwork } from '../../platform/network/network.ts'
import type { IdentifyDeps, Proof } from '../identify-caller.ts'
import { identifyCaller } from '../identify-caller.ts'
import { enforceLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Turns headers into a `Caller` before anything else in the request is read. */
export function addCallerHook(
  app: FastifyInstance,
  deps: IdentifyDeps,
  present: (request: FastifyRequest) => Proof,
): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    const presented = {
      ...present(request),
      address: request.ip,
      network: getNetwork(request.ip),
      origin: request.headers.origin,
      knowledgeBaseId: knowledgeBaseInPath(request.params),
    }
    request.caller = await identifyCaller(deps, presented, (decision) =>
      enforceLimit(reply, decision),
    )
  })
}

/** The credential in the headers of an HTTP request. */
export const credentialIn = (request: FastifyRequest): PresentedCredential => ({
  clientKey: header(request, 'x-client-key'),
  clientId: header(request, 'x-client-id'),
  clientSecret: header(request, 'x-client-secret'),
})

/** What says who is asking. An empty one is no valid token, and not none. */
export const readerTokenIn = (request: FastifyRequest): string | undefined =>
  header(request, READER_TOKEN_HEADER)

function knowledgeBaseInPath(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return undefined
  return 'knowledgeBaseId' in params ? params.knowledgeBaseId : undefined
}

/** A header sent twice is joined, and so is no valid key. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join() : value
}
