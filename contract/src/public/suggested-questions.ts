import { z } from 'zod'
import { FilterInQuery } from '../labels.ts'

export const SuggestedQuestionsQuery = z.strictObject({ filter: FilterInQuery.optional() })
export type SuggestedQuestionsQuery = z.infer<typeof SuggestedQuestionsQuery>

export const SuggestedQuestionsResponse = z
  .object({ questions: z.array(z.string()).describe('May be empty; then show nothing.') })
  .meta({ id: 'SuggestedQuestionsResponse' })
export type SuggestedQuestionsResponse = z.infer<typeof SuggestedQuestionsResponse>
