import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_GROUP_IDS, MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const KeyKind = z.enum(['public', 'secret']).meta({
  id: 'KeyKind',
  description: 'public: for web pages. secret: an id and a secret, for servers.',
})
export type KeyKind = z.infer<typeof KeyKind>

export const KeyBody = z
  .strictObject({
    name: nonBlankText(MAX_NAME_CHARACTERS),
    kind: KeyKind,
    allowed_group_ids: z
      .array(Id)
      .max(MAX_GROUP_IDS)
      .default([])
      .describe('The key reads only these source groups. Empty: no limit.'),
  })
  .meta({ id: 'KeyBody' })
export type KeyBody = z.infer<typeof KeyBody>

const keyFields = {
  id: Id,
  name: z.string(),
  kind: KeyKind,
  allowed_group_ids: z.array(Id),
  created_at: Timestamp,
}

export const CreatedKey = z
  .object({
    ...keyFields,
    client_key: z.string().optional().describe('Only for a public key. Shown once.'),
    client_id: z.string().optional().describe('Only for a secret pair.'),
    client_secret: z.string().optional().describe('Only for a secret pair. Shown once.'),
  })
  .meta({ id: 'CreatedKey' })
export type CreatedKey = z.infer<typeof CreatedKey>

export const Key = z
  .object({
    ...keyFields,
    hint: z.string().describe('The last 4 characters of the key, to tell keys apart.'),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof Key>

export const KeyList = z.object({ keys: z.array(Key) }).meta({ id: 'KeyList' })
export type KeyList = z.infer<typeof KeyList>
