import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_EMAIL_CHARACTERS, MAX_GROUP_IDS, MAX_USER_ID_CHARACTERS } from '../limits.ts'
import { limitedText } from '../text.ts'

export const Asker = z
  .strictObject({
    id: limitedText(MAX_USER_ID_CHARACTERS)
      .optional()
      .describe('Your own id for the person, such as the one in your user table.'),
    email: limitedText(MAX_EMAIL_CHARACTERS)
      .optional()
      .describe('Stored with the answer if there is no `id`. No email is sent to it.'),
  })
  .describe('The asker, for analytics. When both are sent, `id` is used.')
export type Asker = z.infer<typeof Asker>

/**
 * Must not be empty: a client that computed an empty list of permitted groups must not get everything.
 * Plain strings: an unknown group is 403 GROUP_NOT_ALLOWED, malformed or not.
 */
export const GroupIds = z
  .array(z.string())
  .min(1, 'must name at least one group; leave it out to use all that the key may read')
  .max(MAX_GROUP_IDS)
  .describe(
    "Use only these source groups, at least one. Each must exist and lie within the key's own.",
  )
export type GroupIds = z.infer<typeof GroupIds>

export const WidgetId = Id.describe(
  'A saved widget. It must be enabled, and the page must be in its allowed origins.',
)
export type WidgetId = z.infer<typeof WidgetId>
