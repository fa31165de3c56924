import { z } from 'zod'
import { FilterInQuery } from '../labels.ts'
import { HttpUrl } from '../text.ts'

export const SuggestedQuestionsQuery = z.strictObject({
  filter: FilterInQuery.optional(),
  page_url: HttpUrl.optional().describe(
    'The page that the reader is on. Generated questions about it come first.',
  ),
})
export type SuggestedQuestionsQuery = z.infer<typeof SuggestedQuestionsQuery>

export const SuggestedQuestionsResponse = z
  .object({
    questions: z.array(z.string()).describe('May be empty; then show nothing.'),
    about_page: z
      .int()
      .optional()
      .describe('How many of them, from the first, are about `page_url`. Left out when none is.'),
  })
  .meta({ id: 'SuggestedQuestionsResponse' })
export type SuggestedQuestionsResponse = z.infer<typeof SuggestedQuestionsResponse>
