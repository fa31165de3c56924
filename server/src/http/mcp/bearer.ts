import type { FastifyRequest } from 'fastify'
import type { Credential } from '../../access/credential.ts'
import { readCredential } from '../../access/credential.ts'
import { Refusal } from '../../platform/refusal.ts'
import { credentialIn, header } from '../hooks/caller.ts'

const CLIENT_HEADERS = ['x-client-key', 'x-client-id', 'x-client-secret'] as const

/** What a request carries as `Authorization: Bearer`; a second credential beside it is refused. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const authorization = header(request, 'authorization')
  if (authorization === undefined) return undefined
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const alone = CLIENT_HEADERS.every((name) => request.headers[name] === undefined)
  if (token === undefined || !alone) throw new Refusal('UNAUTHORIZED')
  return token
}

/** A public key may come as a bearer, for that is all most AI tools can be told. */
export function presentedToMcp(request: FastifyRequest): Credential {
  const clientKey = bearerOf(request)
  if (clientKey === undefined) return readCredential(credentialIn(request))
  return readCredential({ clientKey, clientId: undefined, clientSecret: undefined })
}
