import { z } from 'zod'
import { MAX_NAME_CHARACTERS, MAX_SECRET_CHARACTERS } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

/** What a header may hold: anything else could end it and begin another. */
const HEADER_TEXT = /^[\x20-\x7e]+$/
const TOKEN = /^[\x21-\x7e]+$/
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** They frame the request, say where it goes, or are another kind of credential. */
const OWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

const secret = (pattern: RegExp, message: string) =>
  limitedText(MAX_SECRET_CHARACTERS)
    .refine((text) => pattern.test(text), message)
    .meta({ minLength: 1, maxLength: MAX_SECRET_CHARACTERS, format: 'password' })

const headerText = () => secret(HEADER_TEXT, 'must be printable ASCII, on one line')
const token = () => secret(TOKEN, 'must be printable ASCII without spaces')

const UserName = limitedText(MAX_NAME_CHARACTERS)
  .refine((text) => /^[^:\p{Cc}]+$/u.test(text), 'must have a character, and no colon')
  .meta({ minLength: 1, maxLength: MAX_NAME_CHARACTERS })

export const BasicCredential = z.strictObject({
  type: z.literal('basic').describe('HTTP Basic: a user name and a password.'),
  username: UserName.describe('The user name. It is shown to operators.'),
  password: limitedText(MAX_SECRET_CHARACTERS)
    .refine((text) => /^\P{Cc}+$/u.test(text), 'must have a character, and no line break')
    .meta({ minLength: 1, maxLength: MAX_SECRET_CHARACTERS, format: 'password' })
    .describe('Stored encrypted and never shown.'),
})

export const HeaderCredential = z.strictObject({
  type: z.literal('header').describe('A header with a secret value.'),
  name: limitedText(MAX_NAME_CHARACTERS)
    .refine((name) => HEADER_NAME.test(name), 'must be the name of a header')
    .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), 'cannot be set for a source')
    .meta({ minLength: 1, maxLength: MAX_NAME_CHARACTERS })
    .describe('Such as `X-Api-Key` or `Authorization`. It is shown to operators.'),
  value: headerText().describe('Stored encrypted and never shown.'),
})

export const CookieCredential = z.strictObject({
  type: z.literal('cookie').describe('Cookies of somebody who is signed in. They expire.'),
  value: headerText().describe(
    'As in the `Cookie` header: `session=…; other=…`. Stored encrypted and never shown.',
  ),
})

export const TokenCredential = z.strictObject({
  type: z.literal('token').describe('A token of a Git host, of Notion or of Intercom.'),
  username: UserName.optional().describe(
    'What a Git host wants as the user name. Default: `oauth2` at gitlab.com, `x-token-auth` at ' +
      'bitbucket.org, otherwise `x-access-token`. It is shown to operators.',
  ),
  token: token().describe('It must be able to read the source. Stored encrypted, never shown.'),
})

/** As GitHub gives it out, or converted: PKCS#1 or PKCS#8. */
const PRIVATE_KEY =
  /^\s*-----BEGIN (RSA )?PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END (RSA )?PRIVATE KEY-----\s*$/

export const GitHubAppCredential = z.strictObject({
  type: z.literal('github_app').describe('An installation of a GitHub App.'),
  app_id: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,50}$/, 'must be the id of an app')
    .describe('The App ID, or the client ID. It is shown to operators.'),
  installation_id: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of an installation')
    .describe('The number at the end of the address of the installation.'),
  private_key: secret(PRIVATE_KEY, 'must be an RSA private key in PEM').describe(
    'The whole file that GitHub gave out. Stored encrypted and never shown.',
  ),
})
export type GitHubAppCredential = z.infer<typeof GitHubAppCredential>

export const OAuthClientCredential = z.strictObject({
  type: z.literal('oauth_client').describe('An OAuth client that acts for itself.'),
  client_id: UserName.describe('The identifier of the client. It is shown to operators.'),
  client_secret: token().describe('Stored encrypted and never shown.'),
})
export type OAuthClientCredential = z.infer<typeof OAuthClientCredential>

export const AccessKeyCredential = z.strictObject({
  type: z.literal('access_key').describe('A key pair that signs requests, as for S3.'),
  access_key_id: UserName.describe('The access key ID. It is shown to operators.'),
  secret_access_key: token().describe('Stored encrypted and never shown.'),
})
export type AccessKeyCredential = z.infer<typeof AccessKeyCredential>

const KeyFile = z.object({
  client_email: z.string().min(1),
  private_key: z.string().regex(PRIVATE_KEY),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

/** What a key file of a service account has. null: it is none. */
export function readKeyFile(text: string): z.infer<typeof KeyFile> | null {
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export const ServiceAccountCredential = z.strictObject({
  type: z.literal('service_account').describe('A service account of Google Cloud.'),
  key_file: limitedText(MAX_SECRET_CHARACTERS)
    .refine((text) => readKeyFile(text) !== null, 'must be the key file of a service account')
    .meta({ minLength: 1, maxLength: MAX_SECRET_CHARACTERS, format: 'password' })
    .describe('The whole JSON file. Stored encrypted and never shown.'),
})
export type ServiceAccountCredential = z.infer<typeof ServiceAccountCredential>

export const SourceCredentialInput = z
  .discriminatedUnion('type', [
    BasicCredential,
    HeaderCredential,
    CookieCredential,
    TokenCredential,
    GitHubAppCredential,
    OAuthClientCredential,
    AccessKeyCredential,
    ServiceAccountCredential,
  ])
  .meta({
    id: 'SourceCredentialInput',
    description:
      'What a source signs in with. Websites and OpenAPI documents take `basic`, `header` and ' +
      '`cookie`; repositories take `token` and `github_app`; Zendesk takes `oauth_client`; ' +
      'S3 takes `access_key`; Google Drive takes `service_account`; Notion and Intercom take `token`; ' +
      'Confluence takes `basic` and `token`; Discourse takes `basic`, with an API key as the password.',
  })
export type SourceCredentialInput = z.infer<typeof SourceCredentialInput>

const CREDENTIAL_TYPES = SourceCredentialInput.options.map(({ shape }) => shape.type.value)

const MAY_OPEN =
  'true: pages that need the credential may be read by everyone who reads this knowledge base. ' +
  'Without it they are `restricted`, or `unlisted` in a group that no public key reads.'
export const OpenPrivatePages = z.boolean().default(false).describe(MAY_OPEN)
export const OpenPrivatePagesPatch = z.boolean().optional().describe(MAY_OPEN)

export const SourceCredentialBody = z
  .strictObject({
    credential: SourceCredentialInput,
    open_private_pages: OpenPrivatePages,
    skip_test: z
      .boolean()
      .default(false)
      .describe('true: saved without reading the address first. Syncs fail if it is wrong.'),
  })
  .meta({ id: 'SourceCredentialBody' })
export type SourceCredentialBody = z.infer<typeof SourceCredentialBody>

export const SourceCredential = z
  .object({
    type: z.enum(CREDENTIAL_TYPES).describe('How it signs in.'),
    signed_in_as: z
      .string()
      .describe(
        'The user name, the name of the header or the app. Never a password, a token or a value.',
      ),
    origin: z.string().describe('Where it is sent, and nowhere else.'),
    since: Timestamp.describe('When it was saved.'),
  })
  .meta({ id: 'SourceCredential' })
export type SourceCredential = z.infer<typeof SourceCredential>

export const SavedSourceCredential = z
  .object({
    ...SourceCredential.shape,
    needed: z
      .boolean()
      .nullable()
      .describe(
        'false: the address can be read without it too, so whether it is right cannot be told. ' +
          'null: it was not tested.',
      ),
    reads: z
      .string()
      .nullable()
      .describe('What it can read, in words, such as `3 spaces`. null: the source cannot tell.'),
  })
  .meta({ id: 'SavedSourceCredential' })
