import type { AttemptDeps } from '../../access/sign-in/attempts.ts'
import type { Limiter } from '../../platform/limiter.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Fetch } from '../../platform/safe-fetch.ts'

/** What readers' sign-in needs; without PUBLIC_URL and SECRETS_KEY there is none. */
export type SignInDeps = AttemptDeps & {
  publicUrl: string
  /** null: no e-mail, so no links. */
  mail: Mail | null
  /** Messages to one e-mail address; messages and registrations of tools for one network address. */
  attemptLimiter: Limiter
  /** For the operator's OpenID provider. */
  fetch: Fetch
  log: Log
}

export const issuerOf = ({ publicUrl }: SignInDeps, knowledgeBaseId: string): string =>
  `${publicUrl}/oauth/${knowledgeBaseId}`

/** The audience of the tokens. */
export const resourceOf = ({ publicUrl }: SignInDeps, knowledgeBaseId: string): string =>
  `${publicUrl}/mcp/${knowledgeBaseId}`

export const resourceMetadataUrl = ({ publicUrl }: SignInDeps, knowledgeBaseId: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/mcp/${knowledgeBaseId}`
