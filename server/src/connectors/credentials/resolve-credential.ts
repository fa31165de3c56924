import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage, RequestCredential } from '../../platform/network/fetch-page.ts'
import type { AppRepository } from './github-app.ts'
import { createInstallationTokens } from './github-app.ts'
import { requestClientToken } from './oauth-client.ts'
import type { GivenCredential } from './request-credential.ts'
import { basic, bearer, requestCredential } from './request-credential.ts'
import { createS3Signer } from './s3-signature.ts'
import { requestServiceToken } from './service-account.ts'
import { createTokenCache } from './token-cache.ts'

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
        const token = await installations.tokenFor(
          credential,
          appRepository(settings, origin),
          tokenIn(refused),
        )
        const authorization = settings.type === 'git' ? basic(APP_USER, token) : bearer(token)
        return { origin, headers: { authorization } }
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
      case 'service_account': {
        const token = await tokens.tokenFor(
          credential,
          () => requestServiceToken(fetchPage, credential),
          tokenIn(refused),
        )
        return { origin, headers: { authorization: bearer(token) } }
      }
      case 'access_key': {
        const region = 'region' in settings ? settings.region : ''
        return { origin, headers: {}, sign: createS3Signer(credential, region) }
      }
      case 'basic':
      case 'header':
      case 'cookie':
      case 'token':
        return requestCredential(credential, { origin, type: settings.type })
    }
  }
}

const APP_USER = 'x-access-token'

function appRepository(settings: SourceSettings, origin: string): AppRepository {
  const address = 'repository' in settings ? settings.repository : origin
  const { origin: host, pathname } = new URL(address)
  const reads = settings.type === 'github' ? ['issues', 'discussions'] : ['contents']
  return { origin: host, path: pathname.replace(/\/+$/, ''), reads }
}

/** The token in what was sent. */
function tokenIn(sent: RequestCredential | undefined): string | undefined {
  const [scheme, value = ''] = sent?.headers['authorization']?.split(' ') ?? []
  if (scheme === 'Bearer') return value
  if (scheme !== 'Basic') return undefined
  return Buffer.from(value, 'base64')
    .toString()
    .slice(APP_USER.length + 1)
}
