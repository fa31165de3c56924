import { auditRoutes } from '../../accounts/audit-routes.ts'
import { peopleRoutes } from '../../accounts/people-routes.ts'
import { ssoRoutes } from '../../accounts/sso-routes.ts'
import type { Route } from '../../route.ts'
import { analyticsRoutes } from '../answers/analytics-routes.ts'
import { gapRoutes } from '../answers/gap-routes.ts'
import { channelRoutes } from '../channels/channel-routes.ts'
import { costRoutes } from '../cost/cost-routes.ts'
import { digestRoutes } from '../digest/digest-routes.ts'
import { answerDiffRoutes } from '../diffs/answer-diff-routes.ts'
import { evaluationRoutes } from '../evaluations/evaluation-routes.ts'
import { questionSetRoutes } from '../evaluations/question-set-routes.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'
import { answerModelRoutes } from './answer-model-routes.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { documentRoutes } from './document-routes.ts'
import { groupRoutes } from './group-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { knowledgeBaseRoutes } from './knowledge-base-routes.ts'
import { inspectionRoutes } from './inspection-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { playgroundRoutes } from './playground-routes.ts'
import { readerSignerRoutes } from './reader-signer-routes.ts'
import { reembedRoutes } from './reembed-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { sourceFileRoutes } from './source-file-routes.ts'
import { sourceRoutes } from './source-routes.ts'
import { starterQuestionRoutes } from './starter-question-routes.ts'
import { syncRoutes } from './sync-routes.ts'
import { systemRoutes } from './system-routes.ts'
import { verifiedAnswerRoutes } from '../answers/verified-answer-routes.ts'
import { searchRuleRoutes } from '../answers/search-rule-routes.ts'
import { widgetRoutes } from './widget-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

const byResource: readonly Readonly<Record<string, Route>>[] = [
  workspaceRoutes,
  costRoutes,
  digestRoutes,
  knowledgeBaseRoutes,
  groupRoutes,
  keyRoutes,
  readerSignerRoutes,
  channelRoutes,
  widgetRoutes,
  sourceRoutes,
  syncRoutes,
  sourceFileRoutes,
  documentRoutes,
  inspectionRoutes,
  playgroundRoutes,
  reembedRoutes,
  messageRoutes,
  conversationRoutes,
  analyticsRoutes,
  gapRoutes,
  verifiedAnswerRoutes,
  searchRuleRoutes,
  evaluationRoutes,
  questionSetRoutes,
  answerDiffRoutes,
  answerModelRoutes,
  starterQuestionRoutes,
  signInRoutes,
  systemRoutes,
  webhookRoutes,
  peopleRoutes,
  ssoRoutes,
  auditRoutes,
]

export const adminRoutes: readonly Route[] = byResource.flatMap((routes) => Object.values(routes))
