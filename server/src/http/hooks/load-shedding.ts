import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getNetwork } from '../../platform/network/network.ts'
import type { LoadLimiter, Slot } from '../load/load-limiter.ts'
import { enforceLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been admitted. */
    slot?: Slot
  }
  interface FastifyContextConfig {
    /** How long it takes depends on a model, so it says nothing about the load of this process. */
    waitsForModel?: true
  }
}

/** The longest that this process itself works on a request before it waits for the model. */
export const MAX_WORK_MS = 2_000

/** Counts open requests and cheaply rejects new ones while the process is overloaded. */
export function addLoadShedding(
  app: FastifyInstance,
  loadLimiter: LoadLimiter,
  isAddressCounted: (request: FastifyRequest) => boolean = () => true,
): void {
  app.decorateRequest('slot')
  app.addHook('onRequest', async (request, reply) => {
    const slot = loadLimiter.acquire(isAddressCounted(request) ? getNetwork(request.ip) : null)
    request.slot = slot
    const { url, config } = request.routeOptions
    if (config.waitsForModel) {
      const late = setTimeout(() => slot.endWork(), MAX_WORK_MS)
      reply.raw.once('close', () => clearTimeout(late))
    } else {
      reply.raw.once('close', () => slot.endWork(url, true))
    }
    // `close` fires once for every response, whether it finished or was cut off.
    reply.raw.once('close', () => slot.release())
    if (!slot.decision().allowed) enforceLimit(reply, slot.decision())
    if (loadLimiter.isLagging()) enforceLimit(reply, loadLimiter.lagging)
  })
  app.addHook('preParsing', async ({ raw, slot }) => {
    if (raw.complete) return
    slot?.suspend()
    raw.once('end', () => slot?.resume())
  })
  // Not for handlers that read the body themselves: those resume their slot while they are served.
  app.addHook('preValidation', async ({ slot }, reply) => {
    if (slot && !slot.decision().allowed) enforceLimit(reply, slot.decision())
  })
  // Before the first byte is sent, since how fast the client reads says nothing about the process.
  app.addHook('onSend', async ({ slot, routeOptions: { url, config } }, reply) => {
    // Refusals are quick, and would make the served requests look quick too.
    const isServed = reply.statusCode < 400 || reply.statusCode >= 500
    if (isServed && !config.waitsForModel) slot?.endWork(url)
    else slot?.endWork()
  })
  // Only from here on: the lag of starting up is not load, and would get the first readers refused.
  app.addHook('onListen', async () => loadLimiter.watchLag())
  app.addHook('onClose', async () => loadLimiter.close())
}

/** A secret pair is one server asking on behalf of many readers. It is checked before the body is read. */
export const hasNoPair = ({ headers }: FastifyRequest): boolean =>
  headers['x-client-id'] === undefined
