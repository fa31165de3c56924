import { z } from 'zod'
import { AddressBlock } from '../address-block.ts'
import { Id } from '../id.ts'
import {
  MAX_ALLOWED_ADDRESSES,
  MAX_ALLOWED_ORIGINS,
  MAX_CAPTCHA_HOSTNAMES,
  MAX_GROUP_IDS,
  MAX_NAME_CHARACTERS,
} from '../limits.ts'
import { AllowedOrigin } from '../origin.ts'
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
  .describe('Host of a page that requests tokens. Lower case, no scheme, no port.')

const settings = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Only for you; readers do not see it.'),
  captcha: z
    .boolean()
    .describe('Whether readers must send a CAPTCHA token. Only for a public key.'),
  captcha_hostnames: z
    .array(CaptchaHostname)
    .max(MAX_CAPTCHA_HOSTNAMES)
    .describe('Tokens from other hosts are refused. Not empty if `captcha` is true.'),
  allowed_origins: z
    .array(AllowedOrigin)
    .max(MAX_ALLOWED_ORIGINS)
    .nullable()
    .describe(
      'Pages that may use the key. null: any page, and programs too. Empty: none. Only for a public key.',
    ),
  allowed_addresses: z
    .array(AddressBlock)
    .max(MAX_ALLOWED_ADDRESSES)
    .describe('The key works only from these addresses. Empty: from any.'),
  expires_at: Timestamp.nullable().describe(
    'When the key stops working; in the future. null: it does not expire.',
  ),
}

export const KeyBody = z
  .strictObject({
    name: settings.name,
    kind: KeyKind,
    captcha: settings.captcha.default(false),
    captcha_hostnames: settings.captcha_hostnames.default([]),
    allowed_origins: settings.allowed_origins.default(null),
    allowed_addresses: settings.allowed_addresses.default([]),
    expires_at: settings.expires_at.default(null),
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
  id: Id.describe('Identifies the key in this API. It is not a secret and gives no access.'),
  name: z.string().describe('Only for you; readers do not see it.'),
  kind: KeyKind,
  captcha: z.boolean().describe('Whether readers must send a CAPTCHA token.'),
  captcha_hostnames: z.array(z.string()).describe('Hosts that CAPTCHA tokens may come from.'),
  allowed_origins: z
    .array(z.string())
    .nullable()
    .describe('Pages that may use the key. null: any page, and programs too. Empty: none.'),
  allowed_addresses: z
    .array(z.string())
    .describe('The key works only from these addresses and blocks. Empty: from any.'),
  expires_at: Timestamp.nullable().describe(
    'When it stops working, or stopped; null: it does not expire.',
  ),
  allowed_group_ids: z
    .array(Id)
    .describe('The key reads only these source groups. Empty: no limit.'),
  created_at: Timestamp.describe('When it was created.'),
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
    revoked_at: Timestamp.nullable().describe('When it was revoked; null: it is in use.'),
    last_used_at: Timestamp.nullable().describe(
      'When a request last came with it, half a minute late at most; null: never.',
    ),
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof Key>

export const KeyList = z
  .object({ keys: z.array(Key).describe('Including revoked ones.') })
  .meta({ id: 'KeyList' })
export type KeyList = z.infer<typeof KeyList>
