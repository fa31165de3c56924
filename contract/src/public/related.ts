import { z } from 'zod'
import { attributionFields } from './attribution.ts'
import { filterFields, filterInputs } from '../labels.ts'
import { MAX_RELATED_ARTICLES, MAX_SNIPPET_CHARACTERS } from '../limits.ts'
import { Query } from '../text.ts'

export const RelatedBody = z
  .strictObject({ query: Query, ...filterInputs })
  .meta({ id: 'RelatedBody' })
export type RelatedBody = z.infer<typeof RelatedBody>

export const RelatedArticle = z
  .object({
    url: z.string().describe('Page URL.'),
    title: z.string().describe('Page title.'),
    snippet: z
      .string()
      .meta({ maxLength: MAX_SNIPPET_CHARACTERS })
      .describe(`Matching passage, cut at ${MAX_SNIPPET_CHARACTERS} characters.`),
  })
  .meta({ id: 'RelatedArticle' })
export type RelatedArticle = z.infer<typeof RelatedArticle>

export const RelatedResponse = z
  .object({
    articles: z
      .array(RelatedArticle)
      .max(MAX_RELATED_ARTICLES)
      .describe('One per page, best match first.'),
    count: z.int().describe('Articles in this response.'),
    ...filterFields,
    ...attributionFields,
  })
  .meta({ id: 'RelatedResponse' })
export type RelatedResponse = z.infer<typeof RelatedResponse>
