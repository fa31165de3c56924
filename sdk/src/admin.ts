import { accountCalls, twoFactorCalls } from './admin/access/accounts.ts'
import { adminCalls } from './admin/calls.ts'
import { auditCalls } from './admin/access/audit.ts'
import { groupCalls } from './admin/access/groups.ts'
import { keyCalls } from './admin/access/keys.ts'
import { accessTokenCalls, invitationCalls, memberCalls } from './admin/access/people.ts'
import { passkeyCalls } from './admin/access/passkeys.ts'
import { channelCalls } from './admin/access/channels.ts'
import { readerSignerCalls } from './admin/access/reader-signers.ts'
import { ssoCalls } from './admin/access/sso.ts'
import { analyticsCalls, failureCalls } from './admin/answers/analytics.ts'
import { answerModelCalls } from './admin/answers/answer-model.ts'
import { askerCalls, threadCalls } from './admin/answers/conversations.ts'
import { gapCalls } from './admin/answers/gaps.ts'
import { messageCalls } from './admin/answers/messages.ts'
import { playgroundCalls } from './admin/answers/playground.ts'
import { limitCalls, priceCalls } from './admin/cost.ts'
import { digestCalls } from './admin/digests.ts'
import { documentCalls } from './admin/content/documents.ts'
import { reembedCalls } from './admin/content/reembed.ts'
import { sourceFileCalls } from './admin/content/source-files.ts'
import { sourceCalls } from './admin/content/sources.ts'
import { starterQuestionCalls } from './admin/content/starter-questions.ts'
import { syncCalls } from './admin/content/syncs.ts'
import { answerDiffCalls } from './admin/evaluations/answer-diffs.ts'
import { evaluationCalls } from './admin/evaluations/evaluations.ts'
import { questionSetCalls } from './admin/evaluations/question-sets.ts'
import { knowledgeBaseCalls } from './admin/knowledge-bases.ts'
import { systemCalls } from './admin/system.ts'
import { searchRuleCalls } from './admin/answers/search-rules.ts'
import { verifiedAnswerCalls } from './admin/answers/verified-answers.ts'
import { webhookCalls } from './admin/webhooks.ts'
import { widgetCalls } from './admin/widgets.ts'
import { workspaceCalls } from './admin/workspaces.ts'
import { resolveBaseUrl } from './transport/base-url.ts'
import type { Fetch } from './transport/http.ts'

export type * from './admin/access/accounts.ts'
export type * from './admin/access/audit.ts'
export type * from './admin/access/groups.ts'
export type * from './admin/access/keys.ts'
export type * from './admin/access/people.ts'
export type * from './admin/access/passkeys.ts'
export type * from './admin/access/channels.ts'
export type * from './admin/access/reader-signers.ts'
export type * from './admin/access/sso.ts'
export type * from './admin/answers/analytics.ts'
export type * from './admin/answers/answer-model.ts'
export type * from './admin/answers/conversations.ts'
export type * from './admin/answers/gaps.ts'
export type * from './admin/answers/search-rules.ts'
export type * from './admin/answers/verified-answers.ts'
export type * from './admin/answers/messages.ts'
export type * from './admin/answers/playground.ts'
export type * from './admin/cost.ts'
export type * from './admin/digests.ts'
export type * from './admin/content/documents.ts'
export type * from './admin/content/reembed.ts'
export type * from './admin/content/source-files.ts'
export type * from './admin/content/sources.ts'
export type * from './admin/content/starter-questions.ts'
export type * from './admin/content/syncs.ts'
export type * from './admin/evaluations/answer-diffs.ts'
export type * from './admin/evaluations/evaluations.ts'
export type * from './admin/evaluations/question-sets.ts'
export type * from './admin/knowledge-bases.ts'
export type * from './admin/system.ts'
export type * from './admin/webhooks.ts'
export type * from './admin/widgets.ts'
export type * from './admin/workspaces.ts'

export type AdminClientOptions = {
  /** Where the service is. Default: the page's own origin. */
  readonly baseUrl?: string | undefined
  /** An access token, or the service's ADMIN_TOKEN. Leave it out on pages of the service itself, which use the session cookie. */
  readonly token?: string | undefined
  readonly fetch?: Fetch | undefined
}

export type AdminClient = ReturnType<typeof createAdminClient>

/** The client of the admin API, for operators' scripts. Never use it with a token in a browser. */
export function createAdminClient({ baseUrl, token, fetch }: AdminClientOptions) {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const connection = { baseUrl: resolveBaseUrl(baseUrl), fetch, headers }
  const calls = adminCalls(connection)
  return {
    workspaces: workspaceCalls(calls),
    prices: priceCalls(calls),
    limits: limitCalls(calls),
    digests: digestCalls(calls),
    knowledgeBases: knowledgeBaseCalls(calls),
    groups: groupCalls(calls),
    keys: keyCalls(calls),
    channels: channelCalls(calls),
    readerSigners: readerSignerCalls(calls),
    widgets: widgetCalls(calls, connection),
    sources: sourceCalls(calls),
    syncs: syncCalls(calls, connection),
    sourceFiles: sourceFileCalls(calls, connection),
    documents: documentCalls(calls),
    playground: playgroundCalls(connection),
    reembed: reembedCalls(calls, connection),
    messages: messageCalls(calls),
    analytics: analyticsCalls(calls),
    failures: failureCalls(calls),
    gaps: gapCalls(calls, connection),
    verifiedAnswers: verifiedAnswerCalls(calls),
    searchRules: searchRuleCalls(calls),
    questionSets: questionSetCalls(calls),
    evaluations: evaluationCalls(calls),
    answerDiffs: answerDiffCalls(calls),
    threads: threadCalls(calls),
    askers: askerCalls(calls),
    answerModel: answerModelCalls(calls),
    starterQuestions: starterQuestionCalls(calls),
    system: systemCalls(calls, connection),
    webhooks: webhookCalls(calls),
    account: accountCalls(calls),
    twoFactor: twoFactorCalls(calls),
    passkeys: passkeyCalls(calls),
    members: memberCalls(calls),
    invitations: invitationCalls(calls),
    sso: ssoCalls(calls),
    accessTokens: accessTokenCalls(calls),
    audit: auditCalls(calls),
  }
}
