import { z } from 'zod'
import { Id } from '../../id.ts'
import { Timestamp } from '../../timestamp.ts'

export const StarterQuestions = z
  .object({
    generated: z
      .array(
        z.object({
          question: z.string().describe('As readers see it.'),
          document_id: Id.describe('The page that it was written from.'),
        }),
      )
      .describe('In the order in which they are shown; a key sees those of its groups.'),
    refreshed_at: Timestamp.nullable().describe('When they were last written; null: not yet.'),
  })
  .meta({ id: 'StarterQuestions' })
export type StarterQuestions = z.infer<typeof StarterQuestions>
