import type { FastifyReply } from 'fastify'
import type { LimitDecision } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'

export function enforceLimit(reply: FastifyReply, decision: LimitDecision): void {
  reply.header('ratelimit-limit', decision.limit)
  reply.header('ratelimit-remaining', decision.remaining)
  reply.header('ratelimit-reset', decision.resetSeconds)
  refuseBeyond(decision)
}

export function refuseBeyond({ allowed, resetSeconds }: LimitDecision): void {
  if (!allowed) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: resetSeconds })
}
