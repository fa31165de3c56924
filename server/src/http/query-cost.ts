import { MAX_QUERY_CHARACTERS, QUERY_CHARACTERS_PER_REQUEST } from '@footnote/contract/limits'
import { countCodePoints } from '@footnote/contract/text'
import { z } from 'zod'

/** The fields of any body that are embedded and searched for. */
const Asked = z.object({
  query: z.string().optional(),
  subject: z.string().optional(),
  description: z.string().optional(),
  selection: z.string().optional(),
})

/** How many requests a body counts as: 1 for a normal question, 8 for the longest. */
export function queryCost(body: unknown): number {
  const {
    query = '',
    subject = '',
    description = '',
    selection = '',
  } = Asked.safeParse(body).data ?? {}
  // A form's text is cut to the length of a question.
  const characters = Math.min(
    MAX_QUERY_CHARACTERS,
    [query, subject, description, selection].reduce((sum, text) => sum + countCodePoints(text), 0),
  )
  return Math.max(1, Math.ceil(characters / QUERY_CHARACTERS_PER_REQUEST))
}
