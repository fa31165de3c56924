import { z } from 'zod'
import { answerIdFields } from './answer-ids.ts'
import { quotedFields } from './quoted.ts'
import { attributionFields } from './attribution.ts'
import { filterFields } from '../labels.ts'
import { ChatBody } from './chat.ts'
import { Citation } from './citation.ts'
import { RelatedArticle, RelatedBody, RelatedResponse } from './related.ts'
import { verifiedFields } from './verified.ts'
import { wordFields } from './words.ts'
import { SearchBody, SearchResponse } from './search.ts'
import { HttpUrl } from '../text.ts'

/** Widgets belong to pages, and a model does not know who its reader is. */
export const AskInput = ChatBody.omit({
  widget_id: true,
  page_url: true,
  selection: true,
  user: true,
})
export type AskInput = z.infer<typeof AskInput>

export const AskOutput = z.object({
  answer: z.string().describe('The answer. `[n]` points at the citation with index n.'),
  citations: z.array(Citation).describe('What the answer cites; may be empty.'),
  covered: z
    .boolean()
    .describe('false: the documentation does not cover the question, and the answer says so.'),
  closest_pages: z
    .array(RelatedArticle)
    .optional()
    .describe('The pages that come closest to a question that is not covered.'),
  ...answerIdFields,
  ...quotedFields,
  ...verifiedFields,
  ...wordFields,
  ...filterFields,
  ...attributionFields,
})
export type AskOutput = z.infer<typeof AskOutput>

export const McpSearchInput = SearchBody.omit({ widget_id: true })
export type McpSearchInput = z.infer<typeof McpSearchInput>

export const ReadInput = z.strictObject({
  url: HttpUrl.describe('URL of a page, such as another tool returned. A fragment is ignored.'),
})
export type ReadInput = z.infer<typeof ReadInput>

export const ReadOutput = z.object({
  url: z.string().describe('The URL as it was given.'),
  text: z.string().describe('The whole page in markdown.'),
})

/**
 * The tools of the MCP server, described for models. A model may have several such servers: in
 * `tools/list`, `{name}` is the name of the knowledge base.
 */
export const MCP_TOOLS = {
  ask: {
    title: 'Ask the documentation',
    description:
      'Answers a question from the documentation of {name} only, and cites the pages it used. When ' +
      'the documentation does not cover the question it says so, and names the closest pages. Pass ' +
      'thread_id to ask a follow-up.',
    input: AskInput,
    output: AskOutput,
  },
  search: {
    title: 'Search the documentation',
    description:
      'Finds the passages of the documentation of {name} that fit a query best, each with its page. ' +
      'Writes no answer. Returns none when nothing is relevant.',
    input: McpSearchInput,
    output: SearchResponse,
  },
  related: {
    title: 'Find related pages',
    description: 'Finds up to 5 pages of the documentation of {name} that a query is about.',
    input: RelatedBody,
    output: RelatedResponse,
  },
  read: {
    title: 'Read a page',
    description:
      'Returns a whole page of the documentation of {name} in markdown, by its URL. Use it where a ' +
      'passage or an answer is not enough.',
    input: ReadInput,
    output: ReadOutput,
  },
} as const

export type McpToolName = keyof typeof MCP_TOOLS

export const describeTool = (description: string, knowledgeBase: string): string =>
  description.replace('{name}', () => knowledgeBase)

/** The `_meta` field in which a tool error carries its `ErrorBody`. */
export const MCP_ERROR_META = 'footnote/error'
/** Pages per response to `resources/list`. */
export const MCP_PAGES_AT_ONCE = 100
