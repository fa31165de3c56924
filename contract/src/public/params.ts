import { z } from 'zod'
import { Id, PathId } from '../id.ts'

export const KnowledgeBaseParams = z.object({
  knowledgeBaseId: PathId.describe('The knowledge base that the key belongs to.'),
})
export type KnowledgeBaseParams = z.infer<typeof KnowledgeBaseParams>

export const ThreadParams = z.object({
  threadId: PathId.describe('The `thread_id` of an earlier answer.'),
})
export type ThreadParams = z.infer<typeof ThreadParams>

export const MessageParams = z.object({
  messageId: Id.describe('The `message_id` of an answer.'),
})
export type MessageParams = z.infer<typeof MessageParams>

export const WidgetParams = z.object({
  widgetId: PathId.describe("A saved widget of the key's knowledge base."),
})
export type WidgetParams = z.infer<typeof WidgetParams>
