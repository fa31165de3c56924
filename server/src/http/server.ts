import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { documentRoutes } from './admin/documents.ts'
import { groupRoutes } from './admin/groups.ts'
import { keyRoutes } from './admin/keys.ts'
import { knowledgeBaseRoutes } from './admin/knowledge-bases.ts'
import { widgetRoutes } from './admin/widgets.ts'
import { workspaceRoutes } from './admin/workspaces.ts'
import type { Deps } from './deps.ts'
import { createErrorHandler } from './error-handler.ts'
import { addAdminPolicy } from './hooks/admin-policy.ts'
import { addCallerHook } from './hooks/caller.ts'
import { addLoadShedding } from './hooks/load.ts'
import { addAddressLimit, addKeyLimit } from './hooks/rate-limit.ts'
import { addRequestLog } from './hooks/request-log.ts'
import { operationRoutes } from './operations.ts'
import { relatedRoutes } from './public/related.ts'
import { searchRoutes } from './public/search.ts'
import { referenceRoutes } from './reference.ts'

/** A question has at most 4,000 code points; the rest of a public body is small. */
const PUBLIC_BODY_BYTES = 256 * 1024
/** A document has at most 5,000,000 code points, up to 4 bytes each, and JSON escapes some. */
const ADMIN_BODY_BYTES = 24 * 1024 * 1024

/** Everything the process serves, in one place and in order. */
export async function createServer(deps: Deps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance,
    genReqId: newId,
    requestIdHeader: false,
    logController: new LogController({
      requestIdLogLabel: 'request_id',
      disableRequestLogging: true,
    }),
    trustProxy: deps.trustProxy,
    bodyLimit: PUBLIC_BODY_BYTES,
    // Requests on connections that were open before a shutdown are served to their end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(createErrorHandler(deps.metrics))
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  addRequestLog(app, deps.metrics)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The API is read from other origins' pages.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  await app.register(operationRoutes(deps))
  await app.register(referenceRoutes(deps))
  await app.register(publicApp(deps), { prefix: '/api/v1/public' })
  await app.register(adminApp(deps), { prefix: '/api/v1/admin', bodyLimit: ADMIN_BODY_BYTES })
  return app
}

const publicApp = (deps: Deps) => async (app: FastifyInstance) => {
  // Keys are not cookies: any page may call, and a widget's allowed origins are checked apart. A
  // secret pair has no business in a browser, so its headers are not allowed there.
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['Content-Type', 'X-Client-Key', 'X-Recaptcha-Token'],
    exposedHeaders: [
      'X-Request-Id',
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    ],
    maxAge: 600,
  })
  await addLoadShedding(app, deps, deps.metrics)
  addAddressLimit(app, deps.addressLimiter)
  addCallerHook(app, deps.callers)
  addKeyLimit(app, deps.keyLimiter)
  await app.register(searchRoutes(deps))
  await app.register(relatedRoutes(deps))
}

const adminApp = (deps: Deps) => async (app: FastifyInstance) => {
  addAdminPolicy(app, deps.adminToken, deps.addressLimiter)
  await app.register(workspaceRoutes(deps))
  await app.register(knowledgeBaseRoutes(deps))
  await app.register(groupRoutes(deps))
  await app.register(keyRoutes(deps))
  await app.register(widgetRoutes(deps))
  await app.register(documentRoutes(deps))
}
