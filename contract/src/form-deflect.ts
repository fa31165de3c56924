import { z } from 'zod'
import { Asker, GroupIds, WidgetId } from './asker.ts'
import { attributionFields } from './attribution.ts'
import { Citation } from './citation.ts'
import { MAX_FORM_DESCRIPTION_CHARACTERS, MAX_FORM_SUBJECT_CHARACTERS } from './limits.ts'
import { HttpUrl, limitedText, nonBlankText } from './text.ts'

export const FormDeflectBody = z
  .strictObject({
    subject: limitedText(MAX_FORM_SUBJECT_CHARACTERS).optional(),
    description: nonBlankText(MAX_FORM_DESCRIPTION_CHARACTERS).describe(
      'What the reader wrote in the form. Not blank.',
    ),
    page_url: HttpUrl.optional().describe('The page that shows the form.'),
    group_ids: GroupIds.optional(),
    user: Asker.optional(),
    widget_id: WidgetId.optional(),
  })
  .meta({ id: 'FormDeflectBody' })
export type FormDeflectBody = z.infer<typeof FormDeflectBody>

export const FormDeflectResponse = z
  .object({
    answered: z.boolean().describe('False when the knowledge base does not cover the question.'),
    answer: z.string(),
    citations: z.array(Citation),
    message_id: z.string().optional().describe('Absent under Zero data retention.'),
    thread_id: z.string().optional().describe('Absent under Zero data retention.'),
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
