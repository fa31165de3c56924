import { z } from 'zod'
import { MAX_EMAIL_CHARACTERS } from './limits.ts'
import { limitedText } from './text.ts'

const byEmail = {
  by: z.literal('email').describe('Each message is a mail. Needs SMTP_URL on the server.'),
  email: limitedText(MAX_EMAIL_CHARACTERS)
    .pipe(z.email('must be an email address'))
    .describe('Where the mails go.'),
}
const byWebhook = {
  by: z
    .literal('webhook')
    .describe('Each message is a `contact.requested` event for the webhooks of the workspace.'),
}
const description = 'How a reader’s message reaches your people.'

/** A union, so that an address belongs to mail alone. */
export const ContactInput = z
  .discriminatedUnion('by', [z.strictObject(byEmail), z.strictObject(byWebhook)])
  .meta({ id: 'ContactInput', description })
export const Contact = z
  .discriminatedUnion('by', [z.object(byEmail), z.object(byWebhook)])
  .meta({ id: 'Contact', description })
export type Contact = z.infer<typeof Contact>
