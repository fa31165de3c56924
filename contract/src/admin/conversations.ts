import { z } from 'zod'
import { MAX_USER_ID_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'

export const ErasureBody = z
  .strictObject({
    asker: nonBlankText(MAX_USER_ID_CHARACTERS).describe(
      'As `asker` of a stored answer has it: the id, or else the email address that the client sent. ' +
        'Email addresses are compared without regard to case, and with those of readers who signed in.',
    ),
    dry_run: z.boolean().default(false).describe('Only count; nothing is deleted.'),
  })
  .meta({ id: 'ErasureBody' })
export type ErasureBody = z.infer<typeof ErasureBody>

export const Erasure = z
  .object({
    threads: z.int().describe('Conversations deleted.'),
    messages: z.int().describe('Stored answers deleted with them, and their ratings.'),
    readers: z.int().describe('Sign-ins deleted; their tokens are refused from now on.'),
    blocked_readers: z
      .int()
      .describe('Revoked sign-ins that are kept, because they block the person.'),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>
