import { z } from 'zod'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'

export const ReembedBody = z
  .strictObject({
    model: nonBlankText(MAX_NAME_CHARACTERS).describe(
      'One of `models`. The name of a model folder is enough if only one model has it.',
    ),
    skip_gate: z
      .boolean()
      .default(false)
      .describe('Whether searches move to it although the evaluation gate holds models.'),
  })
  .meta({ id: 'ReembedBody' })
export type ReembedBody = z.infer<typeof ReembedBody>

export const Reembedding = z
  .object({
    state: z
      .enum(['idle', 'building', 'evaluating', 'held', 'finished'])
      .describe(
        'building: vectors of `model_to` are made while searches use `model_from`. evaluating: the ' +
          "gate's question set is asked with them. held: it did not pass. finished: " +
          'searches use `model_to`, and `model_from` is kept to roll back to.',
      ),
    reason: z.string().nullable().describe('Why it is held; null: it is not.'),
    model_from: z.string().describe('The model in use before; idle: the one in use.'),
    model_to: z.string().nullable().describe('null: nothing was re-embedded.'),
    done: z.int().describe('Passages that have a vector of the newer model.'),
    total: z.int().describe('All passages.'),
    models: z.array(z.string()).describe('The models that this server is configured with.'),
  })
  .meta({ id: 'Reembedding' })
export type Reembedding = z.infer<typeof Reembedding>
