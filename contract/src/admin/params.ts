import { z } from 'zod'
import { Id } from '../id.ts'

const knowledgeBaseId = Id.describe('The knowledge base.')
const sourceId = Id.describe('A source of this knowledge base.')

export const AdminWorkspaceParams = z.object({ workspaceId: Id.describe('The workspace.') })
export type AdminWorkspaceParams = z.infer<typeof AdminWorkspaceParams>

export const AdminKnowledgeBaseParams = z.object({ knowledgeBaseId })
export type AdminKnowledgeBaseParams = z.infer<typeof AdminKnowledgeBaseParams>

export const AdminGroupParams = z.object({
  knowledgeBaseId,
  groupId: Id.describe('A source group of this knowledge base.'),
})
export type AdminGroupParams = z.infer<typeof AdminGroupParams>

export const AdminKeyParams = z.object({
  knowledgeBaseId,
  keyId: Id.describe('The `id` of a client key, not the key itself.'),
})
export type AdminKeyParams = z.infer<typeof AdminKeyParams>

export const AdminReaderSignerParams = z.object({
  knowledgeBaseId,
  signerId: Id.describe('A signer of reader tokens of this knowledge base.'),
})
export type AdminReaderSignerParams = z.infer<typeof AdminReaderSignerParams>

export const AdminVerifiedAnswerParams = z.object({
  knowledgeBaseId,
  verifiedAnswerId: Id.describe('A verified answer of this knowledge base.'),
})
export type AdminVerifiedAnswerParams = z.infer<typeof AdminVerifiedAnswerParams>

export const AdminSearchRuleParams = z.object({
  knowledgeBaseId,
  searchRuleId: Id.describe('A search rule of this knowledge base.'),
})
export type AdminSearchRuleParams = z.infer<typeof AdminSearchRuleParams>

export const AdminWidgetParams = z.object({
  knowledgeBaseId,
  widgetId: Id.describe('A saved widget of this knowledge base.'),
})
export type AdminWidgetParams = z.infer<typeof AdminWidgetParams>

export const AdminThreadParams = z.object({
  knowledgeBaseId,
  threadId: Id.describe('The `thread_id` of a stored answer.'),
})
export type AdminThreadParams = z.infer<typeof AdminThreadParams>

export const AdminMessageParams = z.object({
  knowledgeBaseId,
  messageId: Id.describe('The `message_id` of a stored answer.'),
})
export type AdminMessageParams = z.infer<typeof AdminMessageParams>

export const AdminGapParams = z.object({
  knowledgeBaseId,
  gapId: Id.describe('A gap of this knowledge base.'),
})
export type AdminGapParams = z.infer<typeof AdminGapParams>

export const AdminQuestionSetParams = z.object({
  knowledgeBaseId,
  questionSetId: Id.describe('A question set of this knowledge base.'),
})
export type AdminQuestionSetParams = z.infer<typeof AdminQuestionSetParams>

export const AdminEvaluationParams = z.object({
  knowledgeBaseId,
  evaluationId: Id.describe('An evaluation of this knowledge base.'),
})
export type AdminEvaluationParams = z.infer<typeof AdminEvaluationParams>

export const AdminAnswerDiffParams = z.object({
  knowledgeBaseId,
  answerDiffId: Id.describe('An answer diff of this knowledge base.'),
})
export type AdminAnswerDiffParams = z.infer<typeof AdminAnswerDiffParams>

export const AdminDocumentParams = z.object({
  knowledgeBaseId,
  documentId: Id.describe('A document of this knowledge base.'),
})
export type AdminDocumentParams = z.infer<typeof AdminDocumentParams>

export const AdminSourceParams = z.object({ knowledgeBaseId, sourceId })
export type AdminSourceParams = z.infer<typeof AdminSourceParams>

export const AdminChannelParams = z.object({
  knowledgeBaseId,
  channelId: Id.describe('A channel of this knowledge base.'),
})
export type AdminChannelParams = z.infer<typeof AdminChannelParams>

export const AdminSyncParams = z.object({
  knowledgeBaseId,
  sourceId,
  syncId: Id.describe('A sync of this source.'),
})
export type AdminSyncParams = z.infer<typeof AdminSyncParams>

export const AdminWebhookParams = z.object({
  ...AdminWorkspaceParams.shape,
  webhookId: Id.describe('A webhook of this workspace.'),
})
export type AdminWebhookParams = z.infer<typeof AdminWebhookParams>

export const AdminWebhookDeliveryParams = z.object({
  ...AdminWebhookParams.shape,
  deliveryId: Id.describe('A delivery of this webhook: its `webhook-id` header.'),
})
export type AdminWebhookDeliveryParams = z.infer<typeof AdminWebhookDeliveryParams>

export const AdminReaderParams = z.object({
  knowledgeBaseId,
  readerId: Id.describe('A reader who signed in to this knowledge base.'),
})
export type AdminReaderParams = z.infer<typeof AdminReaderParams>
