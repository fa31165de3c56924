import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { answerModelRoutes } from './admin/answer-model.ts'
import { documentRoutes } from './admin/documents.ts'
import { explainRoutes } from './admin/explain.ts'
import { groupRoutes } from './admin/groups.ts'
import { keyRoutes } from './admin/keys.ts'
import { knowledgeBaseRoutes } from './admin/knowledge-bases.ts'
import { messageRoutes } from './admin/messages.ts'
import { passageRoutes } from './admin/passages.ts'
import { reembedRoutes } from './admin/reembed.ts'
import { sourceFileRoutes } from './admin/source-files.ts'
import { sourceRoutes } from './admin/sources.ts'
import { syncRoutes } from './admin/syncs.ts'
import { signInRoutes } from './admin/sign-in.ts'
import { widgetRoutes } from './admin/widgets.ts'
import { workspaceRoutes } from './admin/workspaces.ts'
import type { Deps } from './deps.ts'
import { createErrorHandler } from './error-handler.ts'
import { hooksApp } from './hooks-app.ts'
import { addAdminPolicy } from './hooks/admin-policy.ts'
import { addCallerHook, credentialIn } from './hooks/caller.ts'
import { addCaptchaHook } from './hooks/captcha.ts'
import { addLoadShedding } from './hooks/load.ts'
import { addAddressLimit } from './hooks/rate-limit.ts'
import { addRequestLog } from './hooks/request-log.ts'
import { presentCredential } from './identify-caller.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { createProviders } from './oauth/providers.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { operationRoutes } from './operations.ts'
import { aiReadableRoutes } from './public/ai-readable.ts'
import { chatRoutes } from './public/chat.ts'
import { feedbackRoutes } from './public/feedback.ts'
import { formDeflectRoutes } from './public/form-deflect.ts'
import { relatedRoutes } from './public/related.ts'
import { savedWidgetConfigRoutes } from './public/saved-widget-config.ts'
import { searchRoutes } from './public/search.ts'
import { suggestedQuestionRoutes } from './public/suggested-questions.ts'
import { widgetConfigRoutes } from './public/widget-config.ts'
import { isSocketRequest, websocketRoutes } from './public/ws.ts'
import { referenceRoutes } from './reference.ts'
import type { Room } from './room.ts'
import { createRoom } from './room.ts'

/** A question has at most 4,000 code points; the rest of a body is small. */
const BODY_BYTES = 256 * 1024

const PUBLIC = '/api/v1/public'

/** Everything the process serves, in one place and in order. */
export async function createServer(deps: Deps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const handleError = createErrorHandler(deps.metrics)
  const app = fastify({
    loggerInstance,
    genReqId: newId,
    requestIdHeader: false,
    logController: new LogController({
      requestIdLogLabel: 'request_id',
      disableRequestLogging: true,
    }),
    trustProxy: deps.trustProxy,
    bodyLimit: BODY_BYTES,
    http: { shouldUpgradeCallback: isSocketRequest },
    // A long id in a path is a wrong id, not a reason for another status.
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      handleError(error, request, reply)
    },
    // Requests on connections that were open before a shutdown are served to their end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  addRequestLog(app, deps.metrics)
  // A connection that would idle on as keep-alive would hold up the shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (!deps.isReady()) reply.header('connection', 'close')
  })
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
  const room = createRoom(deps, deps.metrics)
  await app.register(publicApp(deps, room), { prefix: PUBLIC })
  await app.register(websocketRoutes(deps, room, BODY_BYTES), { prefix: PUBLIC })
  await app.register(openApp(deps, room), { prefix: PUBLIC })
  const { signIn } = deps
  const sign = signIn ? { deps: signIn, providers: createProviders(signIn) } : null
  await app.register(mcpRoutes(deps, sign, room, handleError))
  if (sign) await app.register(oauthRoutes(deps, sign.deps, sign.providers, room))
  await app.register(adminApp(deps), { prefix: '/api/v1/admin' })
  await app.register(hooksApp(deps), { prefix: '/api/v1/hooks' })
  return app
}

const publicApp = (deps: Deps, room: Room) => async (app: FastifyInstance) => {
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
  addLoadShedding(app, room)
  addCallerHook(app, deps, (request) => presentCredential(deps.callers, credentialIn(request)))
  addCaptchaHook(app, deps)
  await app.register(chatRoutes(deps))
  await app.register(formDeflectRoutes(deps))
  await app.register(searchRoutes(deps))
  await app.register(relatedRoutes(deps))
  await app.register(feedbackRoutes(deps))
  await app.register(suggestedQuestionRoutes(deps))
  await app.register(widgetConfigRoutes(deps))
  await app.register(savedWidgetConfigRoutes(deps))
}

/** What a knowledge base shows to whoever asks. There is no key, so the address alone is counted. */
const openApp = (deps: Deps, room: Room) => async (app: FastifyInstance) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  addLoadShedding(app, room)
  addAddressLimit(app, deps.addressLimiter)
  await app.register(aiReadableRoutes(deps))
}

const adminApp = (deps: Deps) => async (app: FastifyInstance) => {
  addAdminPolicy(app, deps.adminToken, deps.addressLimiter)
  await app.register(workspaceRoutes(deps))
  await app.register(knowledgeBaseRoutes(deps))
  await app.register(groupRoutes(deps))
  await app.register(keyRoutes(deps))
  await app.register(widgetRoutes(deps))
  await app.register(sourceRoutes(deps))
  await app.register(syncRoutes(deps))
  await app.register(sourceFileRoutes(deps))
  await app.register(documentRoutes(deps))
  await app.register(passageRoutes(deps))
  await app.register(explainRoutes(deps))
  await app.register(reembedRoutes(deps))
  await app.register(messageRoutes(deps))
  await app.register(answerModelRoutes(deps))
  await app.register(signInRoutes(deps))
}
