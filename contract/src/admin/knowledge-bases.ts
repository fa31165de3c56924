import { z } from 'zod'
import { LabelFilter, Labels } from '../labels.ts'
import { Id } from '../id.ts'
import {
  MAX_NAME_CHARACTERS,
  MAX_OWN_STARTER_QUESTIONS,
  MAX_STARTER_QUESTION_CHARACTERS,
} from '../limits.ts'
import { Contact, ContactInput } from '../contact.ts'
import { HttpUrl, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { LifeState, nextCursor } from './listing.ts'

const name = nonBlankText(MAX_NAME_CHARACTERS).describe('Shown to readers, as in a widget header.')

export const KnowledgeBaseBody = z.strictObject({ name }).meta({ id: 'KnowledgeBaseBody' })
export type KnowledgeBaseBody = z.infer<typeof KnowledgeBaseBody>

export const StarterMode = z.enum(['generated', 'own', 'none']).meta({
  id: 'StarterMode',
  description:
    'generated: written from the titles of public documents. own: `own_questions`. none: no questions.',
})
export type StarterMode = z.infer<typeof StarterMode>

export const Answerability = z.enum(['strict', 'balanced', 'lenient']).meta({
  id: 'Answerability',
  description:
    'How sure the service must be that the documents answer a question. strict: it rather says that a question is not covered. lenient: it rather answers.',
})
export type Answerability = z.infer<typeof Answerability>

const splitQuestions = z
  .boolean()
  .describe(
    'Whether the answer model may split a question that compares or has parts, into at most three searches.',
  )

const mcpEnabled = z.boolean().describe('Whether readers may connect AI tools.')
const mcpOauth = z
  .boolean()
  .describe('Whether readers sign in themselves, at `mcp_url` or, without one, at the service.')

const llmsTxt = z
  .boolean()
  .describe('Whether anybody may read `llms.txt` and `llms-full.txt` of the public documents.')
const pageMarkdown = z
  .boolean()
  .describe('Whether anybody may read each public document as markdown.')

export const KnowledgeBasePatch = z
  .strictObject({
    name,
    starter_mode: StarterMode,
    own_questions: z
      .array(nonBlankText(MAX_STARTER_QUESTION_CHARACTERS))
      .max(MAX_OWN_STARTER_QUESTIONS)
      .describe('Starter questions in the order to show them.'),
    answerability: Answerability,
    split_questions: splitQuestions,
    default_filter: LabelFilter.describe(
      'Limits questions and searches that name no labels, such as `{"version": "2"}`. Empty: nothing.',
    ),
    contact: ContactInput.nullable().describe('Lets readers ask a person. null: not offered.'),
    mcp_enabled: mcpEnabled,
    mcp_url: HttpUrl.nullable().describe(
      "The MCP server to show readers. null: the service's own.",
    ),
    mcp_oauth: mcpOauth,
    llms_txt: llmsTxt,
    page_markdown: pageMarkdown,
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'KnowledgeBasePatch', minProperties: 1, description: 'At least one field.' })
export type KnowledgeBasePatch = z.infer<typeof KnowledgeBasePatch>

export const KnowledgeBase = z
  .object({
    id: Id.describe('Part of every URL of the public API.'),
    workspace_id: Id.describe('The workspace whose plan and allowance apply.'),
    name: z.string().describe('Shown to readers, as in a widget header.'),
    starter_mode: StarterMode,
    own_questions: z.array(z.string()).describe('Shown when `starter_mode` is `own`.'),
    answerability: Answerability,
    split_questions: splitQuestions,
    default_filter: Labels.describe(
      'Limits questions and searches that name no labels. Empty: nothing.',
    ),
    contact: Contact.nullable().describe('How readers ask a person. null: not offered.'),
    mcp_enabled: mcpEnabled,
    mcp_url: z
      .string()
      .nullable()
      .describe("The MCP server to show readers. null: the service's own."),
    mcp_oauth: mcpOauth,
    llms_txt: llmsTxt,
    page_markdown: pageMarkdown,
    state: LifeState,
    created_at: Timestamp.describe('When it was created.'),
  })
  .meta({ id: 'KnowledgeBase' })
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

export const KnowledgeBaseList = z
  .object({
    knowledge_bases: z.array(KnowledgeBase).describe('Oldest first.'),
    next_cursor: nextCursor,
  })
  .meta({ id: 'KnowledgeBaseList' })
export type KnowledgeBaseList = z.infer<typeof KnowledgeBaseList>
