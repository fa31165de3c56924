import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { nextCursor } from './listing.ts'

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Unique in its knowledge base. Not blank.'),
  signed_readers_only: z
    .boolean()
    .describe(
      'true: keys that reach the group show it only to readers whose signed token names it. false: to everybody who has such a key.',
    ),
}

export const GroupBody = z
  .strictObject({ ...fields, signed_readers_only: fields.signed_readers_only.default(false) })
  .meta({ id: 'GroupBody' })
export type GroupBody = z.infer<typeof GroupBody>

export const GroupPatch = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'GroupPatch', minProperties: 1, description: 'At least one field.' })
export type GroupPatch = z.infer<typeof GroupPatch>

/** Where documents and sources of a deleted group go. */
export const GroupDeletion = z.strictObject({
  move_to: z
    .union([Id, z.literal('none')], 'must be a valid id or none')
    .optional()
    .describe(
      'The group that its documents and sources move to; `none`: they are in no group from then on. ' +
        'When absent, a group that has some is not deleted.',
    ),
})
export type GroupDeletion = z.infer<typeof GroupDeletion>

export const Group = z
  .object({
    id: Id.describe('Send it in `group_ids` to search only this group.'),
    name: z.string().describe('Unique in its knowledge base.'),
    signed_readers_only: fields.signed_readers_only,
    created_at: Timestamp.describe('When it was created.'),
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

export const GroupList = z
  .object({ groups: z.array(Group).describe('Oldest first.'), next_cursor: nextCursor })
  .meta({ id: 'GroupList' })
export type GroupList = z.infer<typeof GroupList>
