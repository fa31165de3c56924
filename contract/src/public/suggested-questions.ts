import { z } from 'zod'

export const SuggestedQuestionsResponse = z
  .object({ questions: z.array(z.string()).describe('May be empty; then show nothing.') })
  .meta({ id: 'SuggestedQuestionsResponse' })
export type SuggestedQuestionsResponse = z.infer<typeof SuggestedQuestionsResponse>
