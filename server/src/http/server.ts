import { MAX_BODY_BYTES } from '@footnote/contract/limits'
import { ADMIN_PREFIX, PUBLIC_PREFIX, WEBHOOK_PREFIX } from '@footnote/contract/paths'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { signInPages } from './accounts/sign-in/pages.ts'
import { ssoCallback } from './accounts/sign-in/sso-callback.ts'
import { channelCallsApp } from './channel-calls.ts'
import { consoleFileRoutes } from './console-files.ts'
import { createClientErrorHandler } from './errors/client-error.ts'
import { addCors, CORS_HEADERS, isPublicPath } from './cors.ts'
import type { Deps } from './deps.ts'
import { createLoadSheddingServer } from './load/load-shedding-server.ts'
import { createErrorHandler } from './errors/error-handler.ts'
import { webhooksApp } from './source-webhooks.ts'
import { addProtocolErrors } from './hooks/protocol-errors.ts'
import { addBodyDeadline, addResponseDeadline } from './hooks/client-deadlines.ts'
import { addConnectionEnd } from './hooks/connection-end.ts'
import { addCallerHook, credentialIn, readerTokenIn } from './hooks/caller.ts'
import { addCaptchaHook } from './hooks/captcha.ts'
import { addCostHook } from './hooks/request-cost.ts'
import { addLoadShedding, hasNoPair } from './hooks/load-shedding.ts'
import { addMovedHook } from './hooks/moved.ts'
import { addOwnPorts } from './hooks/own-ports.ts'
import { addAddressLimit } from './hooks/rate-limit.ts'
import { addRequestDeadline } from './hooks/request-deadline.ts'
import { addRequestLog } from './hooks/request-log.ts'
import { addRequestTrace } from './hooks/request-trace.ts'
import { addSecurityHeaders } from './hooks/security-headers.ts'
import { presentCredential } from './identify-caller.ts'
import { addUnknownRouteHook, collectMethods } from './known-methods.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { createProviders } from './oauth/providers.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { operationRoutes } from './operations.ts'
import { addJsonParser } from './errors/parse-json.ts'
import { aiReadableRoutes } from './public/ai-readable.ts'
import { chatRoutes } from './public/chat.ts'
import { contactRoutes } from './public/contact.ts'
import { feedbackRoutes } from './public/feedback.ts'
import { formDeflectRoutes } from './public/form-deflect.ts'
import { relatedRoutes } from './public/related.ts'
import { savedWidgetConfigRoutes } from './public/saved-widget-config.ts'
import { searchRoutes } from './public/search.ts'
import { suggestedQuestionRoutes } from './public/suggested-questions.ts'
import { widgetConfigRoutes } from './public/widget-config.ts'
import { websocketRoutes } from './public/ws.ts'
import { NO_JSON_SCHEMA } from './no-json-schema.ts'
import { compileValidator } from './read-input.ts'
import { referenceRoutes } from './reference/routes.ts'
import { unsubscribeApp } from './unsubscribe.ts'
import { widgetFileRoutes } from './widget-files.ts'
import type { LoadLimiter } from './load/load-limiter.ts'
import { createLoadLimiter } from './load/load-limiter.ts'
import { accountApp, adminApp } from './admin-app.ts'

/** Everything the process serves, in one place and in order. */
export async function createServer(deps: Deps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const handleError = createErrorHandler(deps.metrics)
  const loadLimiter = createLoadLimiter(deps, deps.metrics)
  const app = fastify({
    loggerInstance,
    genReqId: newId,
    requestIdHeader: false,
    logController: new LogController({
      requestIdLogLabel: 'request_id',
      disableRequestLogging: true,
    }),
    trustProxy: deps.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (listener) => createLoadSheddingServer(listener, loadLimiter, deps.metrics),
    clientErrorHandler: createClientErrorHandler(deps.metrics),
    schemaController: NO_JSON_SCHEMA,
    // A long id in a path is a wrong id, not a reason for another status.
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      reply.header('x-content-type-options', 'nosniff')
      if (isPublicPath(request.url)) reply.headers(CORS_HEADERS)
      handleError(error, request, reply)
    },
    // Requests on connections that were open before a shutdown are served to their end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Fastify gives a plugin 10 s, which a machine that starts many things at once can take.
    pluginTimeout: 60_000,
  })
  app.removeContentTypeParser('text/plain')
  addJsonParser(app)
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND')
  })
  const known = collectMethods(app)
  addRequestLog(app, deps.metrics)
  addRequestTrace(app, deps.tracing)
  addRequestDeadline(app)
  addBodyDeadline(app)
  addResponseDeadline(app)
  addConnectionEnd(app, deps.isReady)
  addSecurityHeaders(app)
  addCors(app)
  addOwnPorts(app, deps.ownPorts)
  addMovedHook(app, deps.movedTo)
  addUnknownRouteHook(app, known)
  addProtocolErrors(app)
  await app.register(operationRoutes(deps, () => loadLimiter.isSaturated()))
  await app.register(referenceRoutes(deps))
  await app.register(widgetFileRoutes(deps))
  await app.register(consoleFileRoutes(deps))
  await app.register(signInPages)
  await app.register(unsubscribeApp(deps))
  await app.register(publicApp(deps, loadLimiter), { prefix: PUBLIC_PREFIX })
  await app.register(websocketRoutes(deps, loadLimiter, MAX_BODY_BYTES), { prefix: PUBLIC_PREFIX })
  await app.register(openApp(deps, loadLimiter), { prefix: PUBLIC_PREFIX })
  const { signIn } = deps
  const sign = signIn ? { deps: signIn, providers: createProviders(signIn) } : null
  if (signIn) await app.register(ssoCallback(deps, signIn))
  await app.register(mcpRoutes(deps, sign, loadLimiter, handleError))
  if (sign) await app.register(oauthRoutes(deps, sign.deps, sign.providers, loadLimiter))
  await app.register(adminApp(deps), { prefix: ADMIN_PREFIX })
  await app.register(accountApp(deps), { prefix: ADMIN_PREFIX })
  await app.register(webhooksApp(deps), { prefix: WEBHOOK_PREFIX })
  await app.register(channelCallsApp(deps), { prefix: WEBHOOK_PREFIX })
  return app
}

const publicApp = (deps: Deps, loadLimiter: LoadLimiter) => async (app: FastifyInstance) => {
  addLoadShedding(app, loadLimiter, hasNoPair)
  addCallerHook(app, deps, (request) =>
    presentCredential(deps.callers, credentialIn(request), readerTokenIn(request)),
  )
  addCostHook(app, deps)
  addCaptchaHook(app, deps)
  await app.register(chatRoutes(deps))
  await app.register(formDeflectRoutes(deps))
  await app.register(searchRoutes(deps))
  await app.register(relatedRoutes(deps))
  await app.register(feedbackRoutes(deps))
  await app.register(contactRoutes(deps))
  await app.register(suggestedQuestionRoutes(deps))
  await app.register(widgetConfigRoutes(deps))
  await app.register(savedWidgetConfigRoutes(deps))
}

/** What a knowledge base publishes. There is no key, so only the address is counted. */
const openApp = (deps: Deps, loadLimiter: LoadLimiter) => async (app: FastifyInstance) => {
  addLoadShedding(app, loadLimiter)
  addAddressLimit(app, deps.addressLimiter)
  await app.register(aiReadableRoutes(deps))
}
