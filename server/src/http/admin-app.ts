import type { FastifyInstance } from 'fastify'
import { findRole } from '../access/operators/roles.ts'
import { accountRoutes } from './accounts/account.ts'
import { addAccountPolicy } from './accounts/account-policy.ts'
import { ownDigestRoutes } from './accounts/digests.ts'
import { auditRoutes } from './accounts/audit.ts'
import { identifyOperator } from './accounts/identify-operator.ts'
import { peopleRoutes } from './accounts/people.ts'
import { emailLinkRoutes } from './accounts/sign-in/email-link.ts'
import { passkeyRoutes } from './accounts/sign-in/passkeys.ts'
import { ssoRoutes } from './accounts/sign-in/sso.ts'
import { ssoSettingsRoutes } from './accounts/sso-settings.ts'
import { twoFactorRoutes } from './accounts/sign-in/two-factor.ts'
import { analyticsRoutes } from './admin/answers/analytics.ts'
import { gapRoutes } from './admin/answers/gaps.ts'
import { answerDiffRoutes } from './admin/evaluations/answer-diffs.ts'
import { evaluationRoutes } from './admin/evaluations/evaluations.ts'
import { limitRoutes } from './admin/cost/limits.ts'
import { priceRoutes } from './admin/cost/prices.ts'
import { questionSetRoutes } from './admin/evaluations/question-sets.ts'
import { answerModelRoutes } from './admin/answer-model.ts'
import { channelRoutes } from './admin/channels.ts'
import { conversationRoutes } from './admin/conversations.ts'
import { allDocumentRoutes } from './admin/documents/all-document-routes.ts'
import { digestRoutes } from './admin/digest.ts'
import { groupRoutes } from './admin/groups.ts'
import { keyRoutes } from './admin/keys.ts'
import { knowledgeBaseRoutes } from './admin/knowledge-bases.ts'
import { messageRoutes } from './admin/messages.ts'
import { playgroundRoutes } from './admin/answers/playground.ts'
import { createOperatorStreams } from './admin/operator-streams.ts'
import { readerSignerRoutes } from './admin/reader-signers.ts'
import { reembedRoutes } from './admin/reembed.ts'
import { deletedPageRoutes } from './admin/documents/deleted-pages.ts'
import { sourceFileRoutes } from './admin/source-files.ts'
import { sourceCredentialRoutes } from './admin/source-credential.ts'
import { sourceHookRoutes } from './admin/source-hook.ts'
import { sourceRoutes } from './admin/sources.ts'
import { searchRuleRoutes } from './admin/answers/search-rules.ts'
import { verifiedAnswerRoutes } from './admin/answers/verified-answers.ts'
import { starterQuestionRoutes } from './admin/answers/starter-questions.ts'
import { syncRoutes } from './admin/syncs.ts'
import { signInRoutes } from './admin/sign-in.ts'
import { systemRoutes } from './admin/system.ts'
import { webhookRoutes } from './admin/webhooks.ts'
import { widgetRoutes } from './admin/widgets.ts'
import { workspaceRoutes } from './admin/workspaces.ts'
import type { Deps } from './deps.ts'
import type { PolicyDeps } from './hooks/admin-policy.ts'
import { addAdminPolicy } from './hooks/admin-policy.ts'
import { addNoStore } from './hooks/security-headers.ts'

export const adminApp = (deps: Deps) => async (app: FastifyInstance) => {
  addNoStore(app)
  addAdminPolicy(app, toPolicy(deps))
  await app.register(workspaceRoutes(deps))
  await app.register(priceRoutes(deps))
  await app.register(limitRoutes(deps))
  await app.register(digestRoutes(deps))
  await app.register(knowledgeBaseRoutes(deps))
  await app.register(groupRoutes(deps))
  await app.register(keyRoutes(deps))
  await app.register(readerSignerRoutes(deps))
  await app.register(channelRoutes(deps))
  const streams = createOperatorStreams(deps, toPolicy(deps))
  await app.register(widgetRoutes(deps, streams))
  await app.register(sourceRoutes(deps))
  await app.register(sourceCredentialRoutes(deps))
  await app.register(sourceHookRoutes(deps))
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
  await app.register(verifiedAnswerRoutes(deps))
  await app.register(searchRuleRoutes(deps))
  await app.register(questionSetRoutes(deps))
  await app.register(evaluationRoutes(deps))
  await app.register(answerDiffRoutes(deps))
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
export const accountApp = (deps: Deps) => async (app: FastifyInstance) => {
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
