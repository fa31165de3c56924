import { z } from 'zod'
import { Id } from '../id.ts'

export const AdminWorkspaceParams = z.object({ workspaceId: Id })
export type AdminWorkspaceParams = z.infer<typeof AdminWorkspaceParams>

export const AdminKnowledgeBaseParams = z.object({ knowledgeBaseId: Id })
export type AdminKnowledgeBaseParams = z.infer<typeof AdminKnowledgeBaseParams>

export const AdminKeyParams = z.object({ knowledgeBaseId: Id, keyId: Id })
export type AdminKeyParams = z.infer<typeof AdminKeyParams>

export const AdminWidgetParams = z.object({ knowledgeBaseId: Id, widgetId: Id })
export type AdminWidgetParams = z.infer<typeof AdminWidgetParams>

export const AdminMessageParams = z.object({ knowledgeBaseId: Id, messageId: Id })
export type AdminMessageParams = z.infer<typeof AdminMessageParams>

export const AdminDocumentParams = z.object({ knowledgeBaseId: Id, documentId: Id })
export type AdminDocumentParams = z.infer<typeof AdminDocumentParams>

export const AdminSourceParams = z.object({ knowledgeBaseId: Id, sourceId: Id })
export type AdminSourceParams = z.infer<typeof AdminSourceParams>

export const AdminSyncParams = z.object({ knowledgeBaseId: Id, sourceId: Id, syncId: Id })
export type AdminSyncParams = z.infer<typeof AdminSyncParams>
export const AdminReaderParams = z.object({ knowledgeBaseId: Id, readerId: Id })
export type AdminReaderParams = z.infer<typeof AdminReaderParams>
