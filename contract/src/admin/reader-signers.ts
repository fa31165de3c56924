import { z } from 'zod'
import { Id } from '../id.ts'
import {
  MAX_NAME_CHARACTERS,
  MAX_READER_SIGNERS,
  MAX_READER_TOKEN_CHARACTERS,
  MAX_URL_CHARACTERS,
} from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

const MIN_SECRET_CHARACTERS = 32
const MAX_SECRET_CHARACTERS = 512
const MAX_PREVIOUS_HOURS = 168

/** ASCII, so that a character is a byte in every language that signs with it. */
const SignerSecret = z
  .string()
  .regex(
    new RegExp(`^[\\x21-\\x7e]{${MIN_SECRET_CHARACTERS},${MAX_SECRET_CHARACTERS}}$`),
    `must be ${MIN_SECRET_CHARACTERS} to ${MAX_SECRET_CHARACTERS} ASCII characters without spaces`,
  )
  .optional()
  .describe('Your own, random. Default: a new one.')

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Unique in its knowledge base. Not blank.'),
  audience: nonBlankText(MAX_URL_CHARACTERS).describe(
    'What the claim `aud` of its tokens must have.',
  ),
  issuer: nonBlankText(MAX_URL_CHARACTERS)
    .nullable()
    .describe('What the claim `iss` of its tokens must be; null: it is not looked at.'),
}

export const ReaderSignerBody = z
  .strictObject({
    name: fields.name,
    audience: fields.audience.optional().describe('Default: the id of the knowledge base.'),
    issuer: fields.issuer.default(null),
    secret: SignerSecret,
    jwks_url: HttpUrl.optional().describe(
      'Where your public keys are, as a JWK Set over https. When absent, tokens are signed with a secret (HS256).',
    ),
  })
  .refine(
    ({ secret, jwks_url }) => secret === undefined || jwks_url === undefined,
    'must not have both a secret and a jwks_url',
  )
  .meta({ id: 'ReaderSignerBody' })
export type ReaderSignerBody = z.infer<typeof ReaderSignerBody>

export const ReaderSignerPatch = z
  .strictObject({
    ...fields,
    jwks_url: HttpUrl.describe('Where your public keys are. Only for a signer with keys.'),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'ReaderSignerPatch', minProperties: 1, description: 'At least one field.' })
export type ReaderSignerPatch = z.infer<typeof ReaderSignerPatch>

export const ReaderSignerSecretBody = z
  .strictObject({
    secret: SignerSecret,
    previous_valid_hours: z
      .int()
      .min(0)
      .max(MAX_PREVIOUS_HOURS)
      .default(0)
      .describe('How long tokens of the previous secret stay valid. 0: they end at once.'),
  })
  .meta({ id: 'ReaderSignerSecretBody' })
export type ReaderSignerSecretBody = z.infer<typeof ReaderSignerSecretBody>

export const ReaderSigner = z
  .object({
    id: Id.describe('Names the signer in the admin API.'),
    name: fields.name,
    kind: z
      .enum(['secret', 'jwks'])
      .describe('secret: tokens are signed with HS256. jwks: with a private key of yours.'),
    audience: fields.audience,
    issuer: fields.issuer,
    jwks_url: z.string().nullable().describe('Where the public keys are; null: it has a secret.'),
    previous_valid_until: Timestamp.nullable().describe(
      'Until when tokens of the previous secret are valid; null: they are not.',
    ),
    created_at: Timestamp.describe('When it was registered.'),
  })
  .meta({ id: 'ReaderSigner' })
export type ReaderSigner = z.infer<typeof ReaderSigner>

export const ReaderSignerWithSecret = ReaderSigner.extend({
  secret: z.string().nullable().describe('Shown only in this response; null: it has keys.'),
}).meta({ id: 'ReaderSignerWithSecret' })
export type ReaderSignerWithSecret = z.infer<typeof ReaderSignerWithSecret>

export const ReaderSignerList = z
  .object({
    reader_signers: z.array(ReaderSigner).describe(`Oldest first, at most ${MAX_READER_SIGNERS}.`),
  })
  .meta({ id: 'ReaderSignerList' })

export const ReaderTokenBody = z
  .strictObject({
    token: limitedText(2 * MAX_READER_TOKEN_CHARACTERS).describe('A token as readers send it.'),
    key_id: Id.optional().describe(
      'A client key that it is sent with. Default: one that reads every group.',
    ),
  })
  .meta({ id: 'ReaderTokenBody' })
export type ReaderTokenBody = z.infer<typeof ReaderTokenBody>

const NamedGroup = z.object({
  id: Id.describe('The group.'),
  name: z.string().describe('Its name.'),
})

export const ReaderTokenReport = z
  .object({
    valid: z.boolean().describe('Whether a request with this token is answered.'),
    problem: z
      .string()
      .nullable()
      .describe('What is wrong with it, as readers are told; null: nothing.'),
    reader: z
      .object({
        signer_id: Id.describe('Who signed it.'),
        subject: z.string().describe('The claim `sub`.'),
        name: z.string().nullable().describe('The claim `name`; null: there is none.'),
        email: z.string().nullable().describe('The claim `email`; null: there is none.'),
        expires_at: Timestamp.describe('When it ends, with the clock skew that is allowed.'),
        unknown_groups: z
          .array(z.string())
          .describe('What the claim `groups` has that is no group for signed readers.'),
      })
      .nullable()
      .describe('Who it says is asking; null: it is not valid.'),
    groups: z.array(NamedGroup).describe('The groups that are read with it.'),
    reads_ungrouped: z.boolean().describe('Whether documents in no group are read as well.'),
  })
  .meta({ id: 'ReaderTokenReport' })
export type ReaderTokenReport = z.infer<typeof ReaderTokenReport>
