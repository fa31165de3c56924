import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifyByToken } from '../../access/operators/access-tokens.ts'
import type { From } from '../../access/operators/auth-request.ts'
import { cookieName } from '../../access/operators/cookie-name.ts'
import type { Identity } from '../../access/operators/operator.ts'
import { sameSecret } from '../../access/digest.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { requireOwnOrigin } from './own-origin.ts'

export type IdentifyDeps = Pick<
  Deps,
  'accounts' | 'adminToken' | 'operatorDb' | 'peppers' | 'publicUrl'
>

/** Accepts a bearer token, or else the session cookie. Refuses everything else the same way. */
export async function identifyOperator(
  deps: IdentifyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  const { authorization } = request.headers
  const identity =
    authorization === undefined
      ? await identifyBySession(deps, request, reply)
      : await identifyByBearer(deps, authorization)
  if (!identity) throw new Refusal('UNAUTHORIZED')
  return identity
}

async function identifyByBearer(
  { adminToken, operatorDb, peppers }: IdentifyDeps,
  authorization: string,
): Promise<Identity | null> {
  const token = /^Bearer ([\x21-\x7e]{1,512})$/.exec(authorization)?.[1]
  if (token === undefined) return null
  if (adminToken !== null && sameSecret(token, adminToken)) return { via: 'admin_token' }
  return identifyByToken(operatorDb, peppers, token)
}

async function identifyBySession(
  { accounts, publicUrl }: IdentifyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity | null> {
  if (!request.headers.cookie?.includes(cookieName(publicUrl, 'session'))) return null
  requireOwnOrigin(request, publicUrl)
  const { findSession } = await accounts()
  const { value, cookies } = await findSession(readFrom(request))
  setCookies(reply, cookies)
  return value && { via: 'session', ...value }
}

/** The session of a request to a route that only sessions may call; the account policy has checked that. */
export function getSession({ operator: { identity } }: Pick<FastifyRequest, 'operator'>) {
  if (identity.via !== 'session') throw new Refusal('FORBIDDEN')
  return identity
}

export const readFrom = ({ ip, headers }: FastifyRequest): From => ({
  address: ip,
  userAgent: headers['user-agent'],
  cookie: headers.cookie,
})

/** Fastify sends each of them, in a header of its own. */
export function setCookies(
  reply: { header(name: string, value: string): unknown },
  cookies: readonly string[],
): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}
