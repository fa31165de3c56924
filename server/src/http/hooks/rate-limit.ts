import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LimitDecision, Limiter } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'

/** For routes that need no key; the others count the address where they read it. */
export function addAddressLimit(app: FastifyInstance, limiter: Limiter | null): void {
  if (!limiter) return
  app.addHook('onRequest', async (request, reply) => {
    enforceLimit(reply, await limiter.consume(request.ip))
  })
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
