import { setTimeout as sleep } from 'node:timers/promises'
import { openRedis } from '../../platform/limits/redis.ts'
import type { Finding } from './finding.ts'
import { ok, problem, readText } from './finding.ts'

const PATIENCE_MS = 3_000

export async function checkRedis(url: string | undefined): Promise<Finding> {
  const check = 'redis'
  if (url === undefined) {
    return ok(check, 'Not configured: each process counts its own rate limits.')
  }
  let trouble: unknown = new Error('it did not answer in time')
  const redis = await openRedis(url, (error) => (trouble = error))
  try {
    const deadlineMs = performance.now() + PATIENCE_MS
    while (performance.now() < deadlineMs) {
      if (await redis.ping().catch(() => null)) return ok(check, 'It answers.')
      await sleep(100)
    }
    return problem(
      check,
      `Redis at ${new URL(url).host} cannot be used (${readText(trouble)}): each process counts its own limits.`,
      'Start it, or correct REDIS_URL; without REDIS_URL it is not used.',
    )
  } finally {
    redis.destroy()
  }
}
