import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const KnowledgeBaseBody = z
  .strictObject({ name: nonBlankText(MAX_NAME_CHARACTERS) })
  .meta({ id: 'KnowledgeBaseBody' })
export type KnowledgeBaseBody = z.infer<typeof KnowledgeBaseBody>

export const KnowledgeBase = z
  .object({ id: Id, workspace_id: Id, name: z.string(), created_at: Timestamp })
  .meta({ id: 'KnowledgeBase' })
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

export const KnowledgeBaseList = z
  .object({ knowledge_bases: z.array(KnowledgeBase) })
  .meta({ id: 'KnowledgeBaseList' })
export type KnowledgeBaseList = z.infer<typeof KnowledgeBaseList>
