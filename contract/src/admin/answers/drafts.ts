import { z } from 'zod'
import { Id } from '../../id.ts'
import { DeltaFrame, ErrorFrame } from '../../public/chat.ts'
import { Citation } from '../../public/citation.ts'
import { ModelName } from '../answer-model.ts'

/** Stands before a question that no page covers, in a quotation of its own. */
export const DRAFT_TODO = 'TODO: not covered by the documentation:'

export const DraftBody = z
  .strictObject({
    group_id: Id.optional().describe(
      'Write only from pages of this source group. When absent, from every page that is not restricted.',
    ),
    model: ModelName.optional().describe(
      "`extract`: no model, sentences are quoted. Any other name: that model of the knowledge base's own provider. When absent, the model that readers get.",
    ),
  })
  .meta({ id: 'DraftBody' })
export type DraftBody = z.infer<typeof DraftBody>

export const DraftSectionFrame = z
  .object({
    done: z.literal(false).describe('More frames follow.'),
    section: z
      .object({
        question: z.string().describe('The question of the gap that it answers.'),
        covered: z.boolean().describe('false: no page covers it.'),
        markdown: z.string().describe('The section, with its heading.'),
      })
      .meta({ id: 'DraftSection', description: 'The section as it was checked.' }),
  })
  .meta({
    id: 'DraftSectionFrame',
    description:
      'A section is complete. Its markdown replaces what was streamed since the last one.',
  })
export type DraftSectionFrame = z.infer<typeof DraftSectionFrame>

export const DraftLastFrame = z
  .object({
    done: z.literal(true).describe('The last frame.'),
    title: z.string().describe('The title of the article, which is that of the gap.'),
    markdown: z.string().describe('The whole article. Sources are links behind the statements.'),
    citations: z.array(Citation).describe('The passages that it links to.'),
    not_covered: z.array(z.string()).describe('Questions that no page covers.'),
    model: z.string().describe('`extract`: sentences are quoted.'),
    cost_capped: z
      .boolean()
      .describe("true: quoted because today's cost has reached the workspace's cap."),
    input_tokens: z.int().nullable().describe('As counted by the provider; null: not counted.'),
    output_tokens: z.int().nullable().describe('As counted by the provider; null: not counted.'),
  })
  .meta({ id: 'DraftLastFrame', description: 'The draft is complete. It is not stored.' })
export type DraftLastFrame = z.infer<typeof DraftLastFrame>

export const DraftFrame = z
  .union([DeltaFrame, DraftSectionFrame, DraftLastFrame, ErrorFrame])
  .meta({ id: 'DraftFrame' })
export type DraftFrame = z.infer<typeof DraftFrame>
