import { z } from 'zod'
import { CaptchaHostname } from '../admin/keys.ts'
import { MAX_API_KEY_CHARACTERS } from '../limits.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'
import { EmailAddress } from './people.ts'

const MAX_SSO_DOMAINS = 100
const MAX_CLIENT_ID_CHARACTERS = 500

const DefaultRole = z.enum(['viewer', 'editor', 'admin'])

const settings = {
  issuer: HttpUrl.describe('Your OpenID provider.'),
  client_id: nonBlankText(MAX_CLIENT_ID_CHARACTERS).describe(
    'The client that you registered at the provider.',
  ),
  domains: z
    .array(CaptchaHostname.describe('A domain such as example.com, exactly; lower case.'))
    .max(MAX_SSO_DOMAINS)
    .describe(
      'Whom the provider may sign in: people with an email address there. Only somebody who owns the installation changes issuer, client or domains.',
    ),
  enforced: z
    .boolean()
    .describe('Whether people with such an address have to sign in this way, and no other.'),
  default_role: DefaultRole.describe('The role of somebody who signs in for the first time.'),
}

export const SsoBody = z
  .strictObject({
    ...settings,
    client_secret: limitedText(MAX_API_KEY_CHARACTERS)
      .optional()
      .describe('Write-only. Kept when left out, for the same issuer and client only.'),
    enforced: settings.enforced.default(false),
    default_role: settings.default_role.default('viewer'),
  })
  .meta({ id: 'SsoBody' })
export type SsoBody = z.infer<typeof SsoBody>

export const SsoSettings = z
  .object({
    ...settings,
    issuer: z.string().describe('Your OpenID provider.'),
    client_id: z.string().describe('The client that you registered at the provider.'),
    domains: z.array(z.string()).describe('Whose addresses the provider may sign in.'),
    has_client_secret: z.boolean().describe('The secret itself is never shown.'),
    redirect_uri: z.string().describe('To register at your provider.'),
  })
  .meta({ id: 'SsoSettings' })
export type SsoSettings = z.infer<typeof SsoSettings>

export const SsoStatus = z
  .object({
    sso: SsoSettings.nullable().describe('null: not configured.'),
    redirect_uri: z.string().describe('To register at your provider, before you configure it.'),
  })
  .meta({ id: 'SsoStatus' })
export type SsoStatus = z.infer<typeof SsoStatus>

export const SsoTest = z
  .object({
    ok: z.boolean().describe('Whether the provider describes itself, as that issuer.'),
    error: z.string().nullable().describe('What went wrong; null: nothing.'),
  })
  .meta({ id: 'SsoTest' })
export type SsoTest = z.infer<typeof SsoTest>

export const SsoSignInBody = z
  .strictObject({ email: EmailAddress.describe('Its domain names the provider.') })
  .meta({ id: 'SsoSignInBody' })
export type SsoSignInBody = z.infer<typeof SsoSignInBody>

export const SsoSignIn = z
  .object({ url: z.string().describe('Where the browser goes on: the provider’s own page.') })
  .meta({ id: 'SsoSignIn' })
export type SsoSignIn = z.infer<typeof SsoSignIn>
