import { fillPath, MCP_PATHS, OAUTH_PATHS } from '@footnote/contract/paths'
import type { ArtifactDeps } from '../../access/readers/oauth-artifacts.ts'
import type { MailAllowance } from '../../access/readers/mail-allowance.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Fetch, WhyRefused } from '../../platform/network/safe-fetch.ts'

/** What readers' sign-in needs. Without PUBLIC_URL and SECRETS_KEY there is none. */
export type SignInDeps = ArtifactDeps & {
  publicUrl: string
  /** null when no mail server is configured: then no sign-in links are sent. */
  mail: Mail | null
  mailAllowance: MailAllowance
  /** Limits mails to one address, and mails and client registrations from one network address. */
  attemptLimiter: Limiter
  /** For the operator's OpenID provider. */
  fetch: Fetch
  /** Why a provider may not be saved with an address. */
  whyRefused: WhyRefused
  log: Log
}

/** What a tool asks for, and all that its tokens are good for. */
export const SCOPE = 'mcp:read'

const buildUrl =
  (path: string) =>
  ({ publicUrl }: SignInDeps, knowledgeBaseId: string): string =>
    publicUrl + fillPath(path, { knowledgeBaseId })

export const getIssuer = buildUrl(OAUTH_PATHS.issuer)

/** The audience of the tokens. */
export const getResource = buildUrl(MCP_PATHS.ofKnowledgeBase)

export const resourceMetadataUrl = buildUrl(OAUTH_PATHS.resourceMetadata)

/** Where the operator's OpenID provider sends readers back to. */
export const getProviderCallback = buildUrl(OAUTH_PATHS.providerCallback)
