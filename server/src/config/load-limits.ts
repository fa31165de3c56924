import { z } from 'zod'
import { count } from './setting-types.ts'

/** The settings of how much a process does at once. */
export const loadEnvironment = {
  MAX_OPEN_REQUESTS: count
    .min(1)
    .default(1_000)
    .describe('Requests served at once; more are refused with 429.'),
  MIN_ADAPTIVE_LIMIT: count
    .min(1)
    .default(16)
    .describe(
      'Lower bound of the adaptive limit on requests worked on at once. The limit follows how ' +
        'long requests take, up to MAX_OPEN_REQUESTS; with both set to the same value it never ' +
        'adapts.',
    ),
  MAX_OPEN_REQUESTS_PER_ADDRESS: count
    .min(0)
    .default(100)
    .describe(
      'Requests served at once for one address (IPv6: one /64) without a secret pair. 0: no limit.',
    ),
  MAX_EVENT_LOOP_DELAY_MS: count
    .min(0)
    .default(1_000)
    .describe('Refuse with 429 while the event loop lags by more than this. 0: never.'),
  MAX_SOCKETS: count
    .min(0)
    .default(10_000)
    .describe('WebSocket connections that the process holds. Each takes an open file.'),
  MAX_SOCKETS_PER_KEY: count
    .min(0)
    .default(5_000)
    .describe('WebSocket connections of one key in one process. 0: no limit.'),
} as const

const LoadEnvironment = z.object(loadEnvironment)

/** How much the process does at once. */
export const loadLimits = (settings: z.infer<typeof LoadEnvironment>) => ({
  maxOpenRequests: settings.MAX_OPEN_REQUESTS,
  minAdaptiveLimit: settings.MIN_ADAPTIVE_LIMIT,
  maxOpenRequestsPerAddress: settings.MAX_OPEN_REQUESTS_PER_ADDRESS,
  maxEventLoopDelayMs: settings.MAX_EVENT_LOOP_DELAY_MS,
  maxSockets: settings.MAX_SOCKETS,
  maxSocketsPerKey: settings.MAX_SOCKETS_PER_KEY,
})
