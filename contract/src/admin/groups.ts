import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const GroupBody = z
  .strictObject({
    name: nonBlankText(MAX_NAME_CHARACTERS).describe('Unique in its knowledge base. Not blank.'),
  })
  .meta({ id: 'GroupBody' })
export type GroupBody = z.infer<typeof GroupBody>

export const Group = z
  .object({ id: Id, name: z.string(), created_at: Timestamp })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

export const GroupList = z.object({ groups: z.array(Group) }).meta({ id: 'GroupList' })
export type GroupList = z.infer<typeof GroupList>
