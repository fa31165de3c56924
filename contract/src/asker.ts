import { z } from 'zod'
import { Id } from './id.ts'
import { MAX_EMAIL_CHARACTERS, MAX_GROUP_IDS, MAX_USER_ID_CHARACTERS } from './limits.ts'
import { limitedText } from './text.ts'

export const Asker = z
  .strictObject({
    id: limitedText(MAX_USER_ID_CHARACTERS).optional(),
    email: limitedText(MAX_EMAIL_CHARACTERS).optional(),
  })
  .describe('The asker, for analytics. When both are sent, `id` is used.')
export type Asker = z.infer<typeof Asker>

/** Plain strings: an unknown group is 403 GROUP_NOT_ALLOWED, malformed or not. */
export const GroupIds = z
  .array(z.string())
  .max(MAX_GROUP_IDS)
  .describe("Use only these source groups. Each must exist and lie within the key's own.")
export type GroupIds = z.infer<typeof GroupIds>

export const WidgetId = Id.describe(
  'A saved widget. It must be enabled, and the page must be in its allowed origins.',
)
export type WidgetId = z.infer<typeof WidgetId>
