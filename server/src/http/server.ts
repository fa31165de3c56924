import { MAX_BODY_BYTES } from '@footnote/contract/limits'
import { ADMIN_PREFIX, PUBLIC_PREFIX, WEBHOOK_PREFIX } from '@footnote/contract/paths'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { findRole } from '../access/operators/roles.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { accountRoutes } from './accounts/account.ts'
import { addAccountPolicy } from './accounts/account-policy.ts'
import { ownDigestRoutes } from './accounts/digests.ts'
import { auditRoutes } from './accounts/audit.ts'
import { identifyOperator } from './accounts/identify-operator.ts'
import { peopleRoutes } from './accounts/people.ts'
import { emailLinkRoutes } from './accounts/sign-in/email-link.ts'
import { signInPages } from './accounts/sign-in/pages.ts'
import { ssoCallback } from './accounts/sign-in/sso-callback.ts'
import { passkeyRoutes } from './accounts/sign-in/passkeys.ts'
import { ssoRoutes } from './accounts/sign-in/sso.ts'
import { ssoSettingsRoutes } from './accounts/sso-settings.ts'
import { twoFactorRoutes } from './accounts/sign-in/two-factor.ts'
import { analyticsRoutes } from './admin/answers/analytics.ts'
import { gapRoutes } from './admin/answers/gaps.ts'
import { evaluationRoutes } from './admin/evaluations/evaluations.ts'
import { limitRoutes } from './admin/cost/limits.ts'
import { priceRoutes } from './admin/cost/prices.ts'
import { questionSetRoutes } from './admin/evaluations/question-sets.ts'
import { answerModelRoutes } from './admin/answer-model.ts'
import { conversationRoutes } from './admin/conversations.ts'
import { allDocumentRoutes } from './admin/documents/all-document-routes.ts'
import { digestRoutes } from './admin/digest.ts'
import { groupRoutes } from './admin/groups.ts'
import { keyRoutes } from './admin/keys.ts'
import { knowledgeBaseRoutes } from './admin/knowledge-bases.ts'
import { messageRoutes } from './admin/messages.ts'
import { playgroundRoutes } from './admin/answers/playground.ts'
import { createOperatorStreams } from './admin/operator-streams.ts'
import { reembedRoutes } from './admin/reembed.ts'
import { deletedPageRoutes } from './admin/documents/deleted-pages.ts'
import { sourceFileRoutes } from './admin/source-files.ts'
import { sourceCredentialRoutes } from './admin/source-credential.ts'
import { sourceRoutes } from './admin/sources.ts'
import { starterQuestionRoutes } from './admin/answers/starter-questions.ts'
import { syncRoutes } from './admin/syncs.ts'
import { signInRoutes } from './admin/sign-in.ts'
import { systemRoutes } from './admin/system.ts'
import { webhookRoutes } from './admin/webhooks.ts'
import { widgetRoutes } from './admin/widgets.ts'
import { workspaceRoutes } from './admin/workspaces.ts'
import { consoleFileRoutes } from './console-files.ts'
import { createClientErrorHandler } from './errors/client-error.ts'
import { addCors, CORS_HEADERS, isPublicPath } from './cors.ts'
import type { Deps } from './deps.ts'
import { createLoadSheddingServer } from './load/load-shedding-server.ts'
import { createErrorHandler } from './errors/error-handler.ts'
import { webhooksApp } from './source-webhooks.ts'
import type { PolicyDeps } from './hooks/admin-policy.ts'
import { addAdminPolicy } from './hooks/admin-policy.ts'
import { addProtocolErrors } from './hooks/protocol-errors.ts'
import { addBodyDeadline, addResponseDeadline } from './hooks/client-deadlines.ts'
import { addConnectionEnd } from './hooks/connection-end.ts'
import { addCallerHook, credentialIn } from './hooks/caller.ts'
import { addCaptchaHook } from './hooks/captcha.ts'
import { addCostHook } from './hooks/request-cost.ts'
import { addLoadShedding, hasNoPair } from './hooks/load-shedding.ts'
import { addMovedHook } from './hooks/moved.ts'
import { addOwnPorts } from './hooks/own-ports.ts'
import { addAddressLimit } from './hooks/rate-limit.ts'
import { addRequestDeadline } from './hooks/request-deadline.ts'
import { addRequestLog } from './hooks/request-log.ts'
import { addRequestTrace } from './hooks/request-trace.ts'
import { addNoStore, addSecurityHeaders } from './hooks/security-headers.ts'
import { presentCredential } from './identify-caller.ts'
import { addUnknownRouteHook, collectMethods } from './known-methods.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { createProviders } from './oauth/providers.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { operationRoutes } from './operations.ts'
import { addJsonParser } from './errors/parse-json.ts'
import { aiReadableRoutes } from './public/ai-readable.ts'
import { chatRoutes } from './public/chat.ts'
import { feedbackRoutes } from './public/feedback.ts'
import { formDeflectRoutes } from './public/form-deflect.ts'
import { relatedRoutes } from './public/related.ts'
import { savedWidgetConfigRoutes } from './public/saved-widget-config.ts'
import { searchRoutes } from './public/search.ts'
import { suggestedQuestionRoutes } from './public/suggested-questions.ts'
import { widgetConfigRoutes } from './public/widget-config.ts'
import { websocketRoutes } from './public/ws.ts'
import { compileValidator } from './read-input.ts'
import { referenceRoutes } from './reference/routes.ts'
import { unsubscribeApp } from './unsubscribe.ts'
import { widgetFileRoutes } from './widget-files.ts'
import type { LoadLimiter } from './load/load-limiter.ts'
import { createLoadLimiter } from './load/load-limiter.ts'

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
  return app
}

const publicApp = (deps: Deps, loadLimiter: LoadLimiter) => async (app: FastifyInstance) => {
  addLoadShedding(app, loadLimiter, hasNoPair)
  addCallerHook(app, deps, (request) => presentCredential(deps.callers, credentialIn(request)))
  addCostHook(app, deps)
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

/** What a knowledge base publishes. There is no key, so only the address is counted. */
const openApp = (deps: Deps, loadLimiter: LoadLimiter) => async (app: FastifyInstance) => {
  addLoadShedding(app, loadLimiter)
  addAddressLimit(app, deps.addressLimiter)
  await app.register(aiReadableRoutes(deps))
}

const adminApp = (deps: Deps) => async (app: FastifyInstance) => {
  addNoStore(app)
  addAdminPolicy(app, toPolicy(deps))
  await app.register(workspaceRoutes(deps))
  await app.register(priceRoutes(deps))
  await app.register(limitRoutes(deps))
  await app.register(digestRoutes(deps))
  await app.register(knowledgeBaseRoutes(deps))
  await app.register(groupRoutes(deps))
  await app.register(keyRoutes(deps))
  const streams = createOperatorStreams(deps, toPolicy(deps))
  await app.register(widgetRoutes(deps, streams))
  await app.register(sourceRoutes(deps))
  await app.register(sourceCredentialRoutes(deps))
  await app.register(syncRoutes(deps, streams))
  await app.register(deletedPageRoutes(deps))
  await app.register(sourceFileRoutes(deps))
  await app.register(allDocumentRoutes(deps))
  await app.register(playgroundRoutes(deps, streams))
  await app.register(reembedRoutes(deps, streams))
  await app.register(messageRoutes(deps, streams))
  await app.register(conversationRoutes(deps))
  await app.register(analyticsRoutes(deps, streams))
  await app.register(gapRoutes(deps, streams))
  await app.register(questionSetRoutes(deps))
  await app.register(evaluationRoutes(deps))
  await app.register(answerModelRoutes(deps))
  await app.register(starterQuestionRoutes(deps))
  await app.register(signInRoutes(deps))
  await app.register(systemRoutes(deps, streams))
  await app.register(webhookRoutes(deps))
  await app.register(peopleRoutes(deps))
  await app.register(ssoSettingsRoutes(deps))
  await app.register(auditRoutes(deps, streams))
}

/** Routes of people rather than of a workspace, which anybody may call to become somebody. */
const accountApp = (deps: Deps) => async (app: FastifyInstance) => {
  addNoStore(app)
  addAccountPolicy(app, toPolicy(deps), deps.publicUrl)
  await app.register(accountRoutes(deps))
  await app.register(emailLinkRoutes(deps))
  await app.register(ssoRoutes(deps))
  await app.register(twoFactorRoutes(deps))
  await app.register(passkeyRoutes(deps))
  await app.register(ownDigestRoutes(deps))
}

const toPolicy = (deps: Deps): PolicyDeps => ({
  identify: (request, reply) => identifyOperator(deps, request, reply),
  findRole: (identity, place) => findRole(deps.operatorDb, identity, place),
  addressLimiter: deps.addressLimiter,
})
