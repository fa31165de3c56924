import type { AnswerErrorBody } from '@footnote/contract/errors'
import type { RawRoute } from '@footnote/contract/raw-routes'
import type { Route } from '@footnote/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { LONG_DEADLINE_MS } from './hooks/request-deadline.ts'

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown

/** A request as the route's schemas leave it. */
export type ServedRequest<Served extends Route> = FastifyRequest<{
  Params: OutputOf<Served['params']>
  Querystring: OutputOf<Served['query']>
  Body: OutputOf<Served['body']>
}>

/** The body that the route declares; nothing where it has none, or where it is a stream. */
type ResponseBody<Served extends Route> = Served['response'] extends {
  readonly schema: infer Schema extends z.ZodType
  readonly contentType: 'application/json'
}
  ? z.input<Schema>
  : void

type FailureBody<Served extends Route> = Served extends {
  readonly answerFailures: readonly string[]
}
  ? AnswerErrorBody
  : never

/** Without `send`: what a handler replies is what it returns, so that it is checked. */
export type ServedReply = Pick<FastifyReply, 'raw' | 'hijack' | 'getHeaders' | 'elapsedTime'> & {
  status(code: number): unknown
  header(name: string, value: string | number): unknown
}

export type Handler<Served extends Route> = (
  request: ServedRequest<Served>,
  reply: ServedReply,
) => Promise<ResponseBody<Served> | FailureBody<Served>>

export type ServeOptions = {
  /** Where it depends on the configuration; otherwise the route says whether it takes long. */
  deadlineMs?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's declaration of the endpoint. */
    route?: Route
  }
  interface FastifyRequest {
    /** Whether `asOperator` has written the route's audit row. */
    isAudited?: true
  }
}

/**
 * Serves an endpoint as the contract declares it: path, schemas, status, body limit, CAPTCHA action and
 * role come from there. A handler that returns another shape does not compile, and one that leaves no
 * audit row where the route has an action fails.
 */
export function serve<const Served extends Route>(
  app: FastifyInstance,
  route: Served,
  handler: Handler<Served>,
  { deadlineMs = route.takesLong ? LONG_DEADLINE_MS : undefined }: ServeOptions = {},
): void {
  app.route({
    method: route.method.toUpperCase(),
    url: fastifyUrl(route.path, app.prefix),
    schema: {
      ...(route.params ? { params: route.params } : {}),
      ...(route.query ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
    },
    config: {
      route,
      ...(route.waitsForModel ? { waitsForModel: true } : {}),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    },
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    async handler(request, reply) {
      reply.status(route.response.status)
      // The schemas above have just made it one.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const body = await handler(request as ServedRequest<Served>, reply)
      if (route.audit !== undefined && !request.isAudited) {
        throw new Error(`${route.operationId} left no row in the audit log`)
      }
      return route.response.contentType === null ? reply.send() : body
    },
  })
}

export type RawRequest<Served extends RawRoute> = FastifyRequest<{
  Params: OutputOf<Served['params']>
  Querystring: OutputOf<Served['query']>
}>

/** Serves what is not JSON of a fixed shape: path and schemas come from the contract, the handler replies. */
export function serveRaw<const Served extends RawRoute>(
  app: FastifyInstance,
  route: Served,
  handler: (request: RawRequest<Served>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({
    method: route.method.toUpperCase(),
    url: fastifyUrl(route.path, app.prefix),
    schema: { params: route.params, ...(route.query ? { querystring: route.query } : {}) },
    // The schemas above have just made it one.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    handler: (request, reply) => handler(request as RawRequest<Served>, reply),
  })
}

/** `{name}` is `:name` to Fastify, and the plugin that registers the route adds its prefix. */
export function fastifyUrl(path: string, prefix = ''): string {
  if (!path.startsWith(`${prefix}/`)) throw new Error(`${path} is not below ${prefix}`)
  return path.slice(prefix.length).replaceAll(/\{(\w+)\}/g, ':$1')
}
