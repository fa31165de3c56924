import { ADMIN_PREFIX, CONSOLE_PATHS, SERVICE_PATHS, SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/refusal.ts'

/** What is served on this port alone. */
export type OwnPort = { port: number; paths: readonly string[] }

const OPERATORS = [ADMIN_PREFIX, CONSOLE_PATHS.start, SIGN_IN_PATHS.link]

export const ownPorts = (config: {
  ADMIN_PORT?: number | undefined
  METRICS_PORT?: number | undefined
}): OwnPort[] => [
  ...(config.ADMIN_PORT === undefined ? [] : [{ port: config.ADMIN_PORT, paths: OPERATORS }]),
  ...(config.METRICS_PORT === undefined
    ? []
    : [{ port: config.METRICS_PORT, paths: [SERVICE_PATHS.metrics] }]),
]

/** Refuses what has a port of its own wherever else it is asked for, as if it were not there. */
export function addOwnPorts(app: FastifyInstance, ports: readonly OwnPort[]): void {
  if (ports.length === 0) return
  app.addHook('onRequest', async ({ routeOptions, url, socket }) => {
    // The route's own path: a request may spell it in several ways.
    const path = routeOptions.url ?? url.split('?', 1)[0] ?? ''
    const own = ports.find(({ paths }) => paths.some((one) => isAtOrBelow(path, one)))
    if (own && socket.localPort !== own.port) throw new Refusal('NOT_FOUND')
  })
}

const isAtOrBelow = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}/`)
