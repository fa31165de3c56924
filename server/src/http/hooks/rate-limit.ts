import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LimitDecision, Limiter } from '../../platform/limits/limiter.ts'
import { getNetwork } from '../../platform/network/network.ts'
import { Refusal } from '../../platform/refusal.ts'

/** For routes without a key; the others count the address when they read the key. */
export function addAddressLimit(app: FastifyInstance, limiter: Limiter | null): void {
  if (!limiter) return
  app.addHook('onRequest', (request, reply) => countAddress(limiter, request, reply))
}

export async function countAddress(
  limiter: Limiter | null,
  { ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (limiter) enforceLimit(reply, await limiter.consume(getNetwork(ip)))
}

export function enforceLimit(reply: FastifyReply, decision: LimitDecision): void {
  reply.header('ratelimit-limit', decision.limit)
  reply.header('ratelimit-remaining', decision.remaining)
  reply.header('ratelimit-reset', decision.resetSeconds)
  refuseBeyond(decision)
}

export function refuseBeyond({ allowed, resetSeconds }: LimitDecision): void {
  if (!allowed) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: resetSeconds })
}
