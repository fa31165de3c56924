import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../platform/refusal.ts'
import { isPublicPath, PREFLIGHT_HEADERS } from './cors.ts'

/** The methods that each path accepts, as `Allow` lists them. */
export type KnownMethods = {
  /** Empty when there is no such path. */
  of(url: string): string[]
}

/** Records the routes that are registered from here on. */
export function collectMethods(app: FastifyInstance): KnownMethods {
  const methodsByPattern = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsByPattern.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByPattern.set(url, methods)
  })
  let compiled: [RegExp, Set<string>][] | undefined
  return {
    of(url) {
      compiled ??= [...methodsByPattern].map(([pattern, methods]) => [toRegExp(pattern), methods])
      const path = url.split('?', 1)[0] ?? ''
      const found = compiled.filter(([pattern]) => pattern.test(path))
      return [...new Set(found.flatMap(([, methods]) => [...methods]))].sort()
    },
  }
}

/** Fastify can look up the pattern of a route, but not the path of a request. */
export function toRegExp(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`)
}

/** Handles requests without a route, before their body is read for nothing. */
export function addUnknownRouteHook(app: FastifyInstance, known: KnownMethods): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuseOrList(known, request, reply)
  })
}

function refuseOrList(known: KnownMethods, request: FastifyRequest, reply: FastifyReply) {
  const methods = known.of(request.url)
  if (methods.length === 0) throw new Refusal('NOT_FOUND')
  reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  if (request.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED')
  if (isPublicPath(request.url)) reply.headers(PREFLIGHT_HEADERS)
  // Without it Safari waits for a body.
  return reply.status(204).header('content-length', '0').send()
}
