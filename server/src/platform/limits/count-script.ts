import { COMMON_PART, SHARES } from './fair-share.ts'
import type { Redis } from './redis.ts'

export type CountRequest = {
  name: string
  limit: number
  cost: number
  /** The network that shares the limit with others, or null when it is not shared. */
  network: string | null
  /** The length of a window that begins with this request. */
  windowMs: number
  /** What was counted without Redis since the last call, in total and for the network. */
  unreported: { total: number; own: number }
}

export type RedisCount = { allowed: boolean; total: number; own: number | null; msLeft: number }

/**
 * One hash per window: usage in total and per network. The same formula as `fair-share.ts`;
 * one script, so that two processes cannot both take the last slot.
 */
const SCRIPT = `
local limit, cost, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local network, field = ARGV[4], 'network ' .. ARGV[4]
local msLeft = redis.call('PTTL', KEYS[1])
local total = math.max(0, tonumber(redis.call('HGET', KEYS[1], 'total') or '0') + tonumber(ARGV[5]))
local own = 0
local allowed = total + cost <= limit
if network ~= '' then
  own = math.max(0, tonumber(redis.call('HGET', KEYS[1], field) or '0') + tonumber(ARGV[6]))
  local left = limit - total
  local common = math.ceil(limit * ${COMMON_PART}) - total
  local share = math.max(1, math.floor(left / ${SHARES})) - own
  allowed = allowed and (own == 0 or cost <= math.max(common, share))
end
if allowed then
  total = total + cost
  own = own + cost
end
if allowed or tonumber(ARGV[5]) ~= 0 or tonumber(ARGV[6]) ~= 0 then
  redis.call('HSET', KEYS[1], 'total', total)
  if network ~= '' then redis.call('HSET', KEYS[1], field, own) end
  if msLeft < 0 then redis.call('PEXPIRE', KEYS[1], window) end
end
if msLeft < 0 then msLeft = window end
return { allowed and 1 or 0, total, own, msLeft }
`

/** Counts a request across all processes. */
export async function countInRedis(redis: Redis, request: CountRequest): Promise<RedisCount> {
  const { name, limit, cost, windowMs, network, unreported } = request
  const numbers = [limit, cost, Math.ceil(windowMs)].map(String)
  const reply = await redis.eval(SCRIPT, {
    keys: [`limit:${name}`],
    arguments: [...numbers, network ?? '', String(unreported.total), String(unreported.own)],
  })
  const [allowed, total, own, msLeft] = readNumbers(reply)
  return { allowed: allowed === 1, total, own: network === null ? null : own, msLeft }
}

function readNumbers(reply: unknown): [number, number, number, number] {
  const [allowed, total, own, msLeft] = Array.isArray(reply) ? reply.map(Number) : []
  if (
    allowed === undefined ||
    total === undefined ||
    own === undefined ||
    msLeft === undefined ||
    [allowed, total, own, msLeft].some(Number.isNaN)
  ) {
    throw new Error('Redis returned something else than counts')
  }
  return [allowed, total, own, msLeft]
}
