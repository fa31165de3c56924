import { z } from 'zod'
import { answerIdFields } from './answer-ids.ts'
import { quotedFields } from './quoted.ts'
import { attributionFields } from './attribution.ts'
import { filterFields } from '../labels.ts'
import { ChatBody } from './chat.ts'
import { Citation } from './citation.ts'
import { RelatedBody, RelatedResponse } from './related.ts'
import { wordFields } from './words.ts'
import { SearchBody, SearchResponse } from './search.ts'

/** Widgets belong to pages; an AI tool has neither. */
export const AskInput = ChatBody.omit({ widget_id: true, page_url: true })
export type AskInput = z.infer<typeof AskInput>

export const AskOutput = z.object({
  answer: z.string().describe('The answer. `[n]` points at the citation with index n.'),
  citations: z.array(Citation).describe('What the answer cites; may be empty.'),
  covered: z
    .boolean()
    .describe('false: the documentation does not cover the question, and the answer says so.'),
  ...answerIdFields,
  ...quotedFields,
  ...wordFields,
  ...filterFields,
  ...attributionFields,
})
export type AskOutput = z.infer<typeof AskOutput>

export const McpSearchInput = SearchBody.omit({ widget_id: true })
export type McpSearchInput = z.infer<typeof McpSearchInput>

/** The tools of the MCP server, described for models. */
export const MCP_TOOLS = {
  ask: {
    title: 'Ask the documentation',
    description:
      'Answers a question from the indexed documentation only, and cites the pages it used. Says so ' +
      'when the documentation does not cover the question. Pass thread_id to ask a follow-up.',
    input: AskInput,
    output: AskOutput,
  },
  search: {
    title: 'Search the documentation',
    description:
      'Finds the passages of the indexed documentation that fit a query best, each with its page. ' +
      'Writes no answer. Returns none when nothing is relevant.',
    input: McpSearchInput,
    output: SearchResponse,
  },
  related: {
    title: 'Find related pages',
    description: 'Finds up to 5 pages of the indexed documentation that a query is about.',
    input: RelatedBody,
    output: RelatedResponse,
  },
} as const

export type McpToolName = keyof typeof MCP_TOOLS

/** The `_meta` field in which a tool error carries its `ErrorBody`. */
export const MCP_ERROR_META = 'footnote/error'
/** Pages per response to `resources/list`. */
export const MCP_PAGES_AT_ONCE = 100
