import type { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage, RequestCredential } from '../../platform/network/fetch-page.ts'
import { fetchedAddress } from '../fetched-address.ts'
import { createInstallationTokens } from './github-app.ts'
import { requestClientToken } from './oauth-client.ts'
import { basic, bearer, requestCredential } from './request-credential.ts'
import { createTokenCache } from './token-cache.ts'

export type GivenCredential = {
  readonly settings: SourceSettings
  readonly credential: SourceCredentialInput
  readonly origin: string
}

/** What is sent for a credential now. `refused`: what was sent and has just been refused. */
export type ResolveCredential = (
  given: GivenCredential,
  refused?: RequestCredential,
) => Promise<RequestCredential>

/** Shared by the whole process, since short-lived tokens are kept. */
export function createCredentialResolver(fetchPage: FetchPage): ResolveCredential {
  const tokens = createTokenCache()
  const installations = createInstallationTokens(fetchPage, tokens)
  return async (given, refused) => {
    const { settings, credential, origin } = given
    switch (credential.type) {
      case 'github_app': {
        const path = new URL(fetchedAddress(settings)?.address ?? origin).pathname
        const repository = { origin, path: path.replace(/\/+$/, '') }
        const token = await installations.tokenFor(credential, repository, tokenIn(refused))
        return { origin, headers: { authorization: basic(APP_USER, token) } }
      }
      case 'oauth_client': {
        const endpoint = { url: `${origin}/oauth/tokens`, scope: 'read' }
        const token = await tokens.tokenFor(
          [credential, endpoint],
          () => requestClientToken(fetchPage, credential, endpoint),
          tokenIn(refused),
        )
        return { origin, headers: { authorization: bearer(token) } }
      }
      case 'basic':
      case 'header':
      case 'cookie':
      case 'token':
        return requestCredential(credential, origin)
    }
  }
}

const APP_USER = 'x-access-token'

/** The token in what was sent. */
function tokenIn(sent: RequestCredential | undefined): string | undefined {
  const [scheme, value = ''] = sent?.headers['authorization']?.split(' ') ?? []
  if (scheme === 'Bearer') return value
  if (scheme !== 'Basic') return undefined
  return Buffer.from(value, 'base64')
    .toString()
    .slice(APP_USER.length + 1)
}
