import { z } from 'zod'
import { cappedCount } from '../../counts.ts'
import { Id } from '../../id.ts'
import { filterInputs } from '../../labels.ts'
import {
  DEFAULT_TOP_K,
  MAX_PLAYGROUND_ANSWER_CHARACTERS,
  MAX_PLAYGROUND_TURNS,
  MAX_TOP_K,
  MAX_VOICE_CHARACTERS,
} from '../../limits.ts'
import { GroupIds } from '../../public/asker.ts'
import { DeltaFrame, ErrorFrame, FirstFrame, LastFrame } from '../../public/chat.ts'
import { HttpUrl, limitedText, Query } from '../../text.ts'
import { ModelName } from '../answer-model.ts'
import { Trace } from '../messages.ts'

export const PlaygroundTurn = z
  .strictObject({
    question: Query.describe('What was asked.'),
    answer: limitedText(MAX_PLAYGROUND_ANSWER_CHARACTERS).describe('What was answered.'),
  })
  .meta({ id: 'PlaygroundTurn' })
export type PlaygroundTurn = z.infer<typeof PlaygroundTurn>

export const PlaygroundBody = z
  .strictObject({
    query: Query,
    turns: z
      .array(PlaygroundTurn)
      .max(MAX_PLAYGROUND_TURNS)
      .default([])
      .describe('The conversation so far, oldest first. Nothing is stored, so you send it.'),
    key_id: Id.optional().describe(
      'Answer as a reader with this key. When absent, as one who may read every group.',
    ),
    group_ids: GroupIds.optional(),
    ...filterInputs,
    page_url: HttpUrl.optional().describe('Answer as a reader who is on this page.'),
    widget_id: Id.optional().describe(
      'Answer in the voice of this widget. It may be disabled, and no origin is needed.',
    ),
    top_k: cappedCount(DEFAULT_TOP_K, MAX_TOP_K).describe(
      `Passages to retrieve. Above ${MAX_TOP_K} counts as ${MAX_TOP_K}.`,
    ),
    model: ModelName.optional().describe(
      "`extract`: no model, sentences are quoted. Any other name: that model of the knowledge base's own provider. When absent, the model that readers get.",
    ),
    voice: limitedText(MAX_VOICE_CHARACTERS)
      .optional()
      .describe("How the answer should sound, instead of the widget's voice."),
  })
  .meta({ id: 'PlaygroundBody' })
export type PlaygroundBody = z.infer<typeof PlaygroundBody>

export const PlaygroundLastFrame = LastFrame.extend({ trace: Trace }).meta({
  id: 'PlaygroundLastFrame',
  description: 'The answer is complete. It has no ids, since it is not stored.',
})
export type PlaygroundLastFrame = z.infer<typeof PlaygroundLastFrame>

export const PlaygroundFrame = z
  .union([FirstFrame, DeltaFrame, PlaygroundLastFrame, ErrorFrame])
  .meta({ id: 'PlaygroundFrame' })
export type PlaygroundFrame = z.infer<typeof PlaygroundFrame>
