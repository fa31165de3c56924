import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_CAPTCHA_HOSTNAMES, MAX_GROUP_IDS, MAX_NAME_CHARACTERS } from '../limits.ts'
import { limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

export const KeyKind = z.enum(['public', 'secret']).meta({
  id: 'KeyKind',
  description: 'public: for web pages. secret: an id and a secret, for servers.',
})
export type KeyKind = z.infer<typeof KeyKind>

/** As reCAPTCHA reports it: lower case, international names in their ASCII form, no port. */
const HOSTNAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

export const CaptchaHostname = limitedText(253)
  .refine((text) => HOSTNAME.test(text), 'must be a host name such as docs.example.com')
  .describe('Host of a page that mints tokens. Lower case, no scheme, no port.')

const settings = {
  name: nonBlankText(MAX_NAME_CHARACTERS),
  captcha: z
    .boolean()
    .describe('Whether readers must send a CAPTCHA token. Only for a public key.'),
  captcha_hostnames: z
    .array(CaptchaHostname)
    .max(MAX_CAPTCHA_HOSTNAMES)
    .describe('Tokens minted on other hosts fail. Not empty when `captcha` is true.'),
}

export const KeyBody = z
  .strictObject({
    name: settings.name,
    kind: KeyKind,
    captcha: settings.captcha.default(false),
    captcha_hostnames: settings.captcha_hostnames.default([]),
    allowed_group_ids: z
      .array(Id)
      .max(MAX_GROUP_IDS)
      .default([])
      .describe('The key reads only these source groups. Empty: no limit.'),
  })
  .meta({ id: 'KeyBody' })
export type KeyBody = z.infer<typeof KeyBody>

export const KeyPatch = z
  .strictObject(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'KeyPatch', minProperties: 1, description: 'At least one field.' })
export type KeyPatch = z.infer<typeof KeyPatch>

const keyFields = {
  id: Id,
  name: z.string(),
  kind: KeyKind,
  captcha: z.boolean(),
  captcha_hostnames: z.array(z.string()),
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
