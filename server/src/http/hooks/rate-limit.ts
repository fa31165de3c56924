import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LimitDecision, Limiter } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'

export function addKeyLimit(app: FastifyInstance, limiter: Limiter | null): void {
  if (!limiter) return
  app.addHook('onRequest', async (request, reply) => {
    enforceLimit(reply, await limiter.consume(request.caller.keyId))
  })
}

export function enforceLimit(reply: FastifyReply, decision: LimitDecision): void {
  reply.header('ratelimit-limit', decision.limit)
  reply.header('ratelimit-remaining', decision.remaining)
  reply.header('ratelimit-reset', decision.resetSeconds)
  if (!decision.allowed) {
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: decision.resetSeconds })
  }
}
