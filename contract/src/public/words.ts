import { z } from 'zod'

export const wordFields = {
  searched_for: z
    .string()
    .optional()
    .describe(
      'The question as it was searched for, because words of it were mistyped: show it. Left out when it was searched for as typed.',
    ),
  missing_words: z
    .array(z.string())
    .optional()
    .describe(
      'Names in the question that no page mentions, as they were typed. Left out when there are none. An answer that is not covered because of them says so in its text, and what it cites, if anything, only comes close.',
    ),
}
