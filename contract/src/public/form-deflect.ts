import { z } from 'zod'
import { answerIdFields } from './answer-ids.ts'
import { Asker, GroupIds, WidgetId } from './asker.ts'
import { attributionFields } from './attribution.ts'
import { Citation } from './citation.ts'
import { filterFields, filterInputs } from '../labels.ts'
import { MAX_FORM_DESCRIPTION_CHARACTERS, MAX_FORM_SUBJECT_CHARACTERS } from '../limits.ts'
import { quotedFields } from './quoted.ts'
import { verifiedFields } from './verified.ts'
import { wordFields } from './words.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'

export const FormDeflectBody = z
  .strictObject({
    subject: limitedText(MAX_FORM_SUBJECT_CHARACTERS)
      .optional()
      .describe('The subject line of the form.'),
    description: nonBlankText(MAX_FORM_DESCRIPTION_CHARACTERS).describe(
      'What the reader wrote in the form. Not blank.',
    ),
    page_url: HttpUrl.optional().describe(
      'The page that shows the form. Only its origin and path are stored.',
    ),
    group_ids: GroupIds.optional(),
    ...filterInputs,
    user: Asker.optional(),
    widget_id: WidgetId.optional(),
  })
  .meta({ id: 'FormDeflectBody' })
export type FormDeflectBody = z.infer<typeof FormDeflectBody>

export const FormDeflectResponse = z
  .object({
    answered: z.boolean().describe('False when the knowledge base does not cover the question.'),
    answer: z
      .string()
      .describe('The whole answer in markdown, with `[n]` markers for its citations.'),
    citations: z.array(Citation).describe('What the answer cites; may be empty.'),
    ...answerIdFields,
    ...quotedFields,
    ...verifiedFields,
    ...wordFields,
    ...filterFields,
    ...attributionFields,
  })
  .meta({ id: 'FormDeflectResponse' })
export type FormDeflectResponse = z.infer<typeof FormDeflectResponse>

export const FormDeflectOutcomeBody = z
  .strictObject({
    outcome: z
      .enum(['deflected', 'submitted'])
      .describe('deflected: the answer helped. submitted: the reader sent the form anyway.'),
  })
  .meta({ id: 'FormDeflectOutcomeBody' })
export type FormDeflectOutcomeBody = z.infer<typeof FormDeflectOutcomeBody>
