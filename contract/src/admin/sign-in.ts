import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_API_KEY_CHARACTERS, MAX_GROUP_IDS, MAX_NAME_CHARACTERS } from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { CaptchaHostname } from './keys.ts'

const MAX_EMAIL_DOMAINS = 100
const MAX_CLIENT_ID_CHARACTERS = 500

const fields = {
  allowed_email_domains: z
    .array(CaptchaHostname.describe('A domain such as example.com, exactly; lower case.'))
    .max(MAX_EMAIL_DOMAINS)
    .describe(
      'Readers with an email address there may sign in by an emailed link. Empty: no reader can.',
    ),
  allowed_group_ids: z
    .array(Id)
    .max(MAX_GROUP_IDS)
    .describe('Source groups that readers who signed in may read. Empty: all of them.'),
}

const oidc = {
  issuer: HttpUrl.describe('Your OpenID provider. Everybody it signs in may read.'),
  client_id: nonBlankText(MAX_CLIENT_ID_CHARACTERS).describe(
    'The client that you registered at the provider.',
  ),
}

const groupsClaim = nonBlankText(MAX_NAME_CHARACTERS)
  .nullable()
  .describe(
    'The claim of the ID token that lists the groups of a reader. Groups for signed readers are read by those it names, by id or name, since their last sign-in. null: such groups are read by none of them.',
  )

export const SignInBody = z
  .strictObject({
    allowed_email_domains: fields.allowed_email_domains.default([]),
    allowed_group_ids: fields.allowed_group_ids.default([]),
    oidc: z
      .strictObject({
        ...oidc,
        client_secret: limitedText(MAX_API_KEY_CHARACTERS)
          .optional()
          .describe('Write-only. Kept when left out, for the same issuer and client only.'),
        groups_claim: groupsClaim.default(null),
      })
      .nullable()
      .default(null)
      .describe('Sign-in through your OpenID provider; null: not offered.'),
  })
  .meta({ id: 'SignInBody' })
export type SignInBody = z.infer<typeof SignInBody>

export const SignInSettings = z
  .object({
    ...fields,
    oidc: z
      .object({
        issuer: z.string().describe('Your OpenID provider.'),
        client_id: z.string().describe('The client that you registered at the provider.'),
        has_client_secret: z.boolean().describe('The secret itself is never shown.'),
        redirect_uri: z.string().describe('To register at your provider.'),
        groups_claim: groupsClaim,
      })
      .nullable()
      .describe('Sign-in through your OpenID provider; null: not offered.'),
    mcp_url: z.string().describe('The MCP server to which readers sign in.'),
  })
  .meta({ id: 'SignInSettings' })
export type SignInSettings = z.infer<typeof SignInSettings>

export const Reader = z
  .object({
    id: Id.describe('Names the reader when you revoke their access.'),
    identity: z.string().describe('`mailto:` and the address, or issuer and subject.'),
    email: z.string().nullable().describe('null: the provider gave none.'),
    created_at: Timestamp.describe('When they first signed in.'),
    signed_in_at: Timestamp.describe('When they last signed in.'),
    revoked_at: Timestamp.nullable().describe('When you revoked their access; null: you did not.'),
  })
  .meta({ id: 'Reader' })
export type Reader = z.infer<typeof Reader>

export const ReaderList = z
  .object({ readers: z.array(Reader).describe('Latest sign-in first, at most 1,000.') })
  .meta({ id: 'ReaderList' })
export type ReaderList = z.infer<typeof ReaderList>
