import type { Role } from '@footnote/contract/role'
import { includesRole } from '@footnote/contract/role'
import type { Route } from '@footnote/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, Operator } from '../../access/operators/operator.ts'
import { nameActor } from '../../access/operators/operator.ts'
import type { Place } from '../../access/operators/roles.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readInput } from '../read-input.ts'
import { stringsIn } from '../strings-in.ts'
import { countAddress } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operator: Operator
  }
}

export type PolicyDeps = {
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Identity>
  /** null: the caller must not learn whether it exists. */
  findRole: (identity: Identity, place: Place) => Promise<Role | null>
  addressLimiter: Limiter | null
}

/** Denies by default: the server does not start with a route that names no role. */
export function addAdminPolicy(app: FastifyInstance, deps: PolicyDeps): void {
  app.decorateRequest('operator')
  app.addHook('onRoute', (route) => {
    if (route.config?.route?.role === undefined) {
      throw new Error(`Admin route ${String(route.method)} ${route.url} names no role`)
    }
  })
  // Before the body is read, so that nobody sends a large one for nothing.
  app.addHook('onRequest', async (request, reply) => {
    const { route } = request.routeOptions.config
    if (!route) throw new Refusal('NOT_FOUND')
    const identity = await identifyOrCount(deps, request, reply)
    const role = await deps.findRole(identity, placeIn(route, request.params))
    if (role === null) throw new Refusal('NOT_FOUND')
    requireRole(role, route.role ?? 'owner')
    request.operator = { identity, actor: nameActor(identity), role }
  })
}

/** Guesses are rate-limited; the operator's own work, such as a bulk upload, is not. */
export async function identifyOrCount(
  { identify, addressLimiter }: Pick<PolicyDeps, 'identify' | 'addressLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  try {
    return await identify(request, reply)
  } catch (refusal) {
    await countAddress(addressLimiter, request, reply)
    throw refusal
  }
}

/** A malformed id is refused as one, whoever sends it. */
export function placeIn({ params }: Route, given: unknown): Place {
  if (!params) return {}
  const { workspaceId, knowledgeBaseId } = stringsIn(readInput(params, given))
  return { workspaceId, knowledgeBaseId }
}

export function requireRole(role: Role, needed: Role): void {
  if (includesRole(role, needed)) return
  throw new Refusal('FORBIDDEN', { message: `This needs the role ${needed}; yours is ${role}.` })
}
