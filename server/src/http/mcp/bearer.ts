import type { FastifyRequest } from 'fastify'
import type { Credential } from '../../access/credential.ts'
import { readCredential } from '../../access/credential.ts'
import { Refusal } from '../../platform/refusal.ts'
import { credentialIn, header } from '../hooks/caller.ts'

const CLIENT_HEADERS = ['x-client-key', 'x-client-id', 'x-client-secret'] as const

/** The bearer token of a request. A second credential is refused. */
export function findBearer(request: FastifyRequest): string | undefined {
  const authorization = header(request, 'authorization')
  if (authorization === undefined) return undefined
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  const alone = CLIENT_HEADERS.every((name) => request.headers[name] === undefined)
  if (token === undefined || !alone) throw new Refusal('UNAUTHORIZED')
  return token
}

/** A public key may be sent as a bearer token, the only kind that most AI tools support. */
export function presentedToMcp(request: FastifyRequest): Credential {
  const clientKey = findBearer(request)
  if (clientKey === undefined) return readCredential(credentialIn(request))
  return readCredential({ clientKey, clientId: undefined, clientSecret: undefined })
}
