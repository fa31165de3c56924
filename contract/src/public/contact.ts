import { z } from 'zod'
import { Id } from '../id.ts'
import {
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_EMAIL_CHARACTERS,
  MAX_NAME_CHARACTERS,
} from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'

export const ContactBody = z
  .strictObject({
    id: Id.describe('Chosen by the client. The same id again sends nothing more.'),
    // One line: it becomes part of a mail's head.
    name: nonBlankText(MAX_NAME_CHARACTERS)
      .refine((name) => !/\p{Cc}/u.test(name), 'must be one line')
      .describe('Who asks.'),
    email: limitedText(MAX_EMAIL_CHARACTERS)
      .pipe(z.email('must be an email address'))
      .describe('Where the answer goes.'),
    message: nonBlankText(MAX_CONTACT_MESSAGE_CHARACTERS).describe('What they ask. Not blank.'),
    message_id: Id.optional().describe(
      'The answer that did not help: the conversation up to it is sent along, with its sources.',
    ),
    page_url: HttpUrl.optional().describe(
      'The page that the reader is on. Only its origin and path are sent.',
    ),
    agreed: z.literal(true).describe('The reader has seen what is sent, and agrees.'),
  })
  .meta({ id: 'ContactBody' })
export type ContactBody = z.infer<typeof ContactBody>

export const ContactAccepted = z
  .object({ id: Id.describe('The id that the client chose.') })
  .meta({ id: 'ContactAccepted', description: 'The message will be delivered.' })
export type ContactAccepted = z.infer<typeof ContactAccepted>
