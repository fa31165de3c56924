import type { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage, RequestCredential } from '../../platform/network/fetch-page.ts'
import { fetchedAddress } from '../fetched-address.ts'
import { createInstallationTokens } from './github-app.ts'
import { basic, requestCredential } from './request-credential.ts'

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

/** Shared by the whole process, since tokens of GitHub Apps are kept. */
export function createCredentialResolver(fetchPage: FetchPage): ResolveCredential {
  const tokens = createInstallationTokens(fetchPage)
  return async ({ settings, credential, origin }, refused) => {
    if (credential.type !== 'github_app') return requestCredential(credential, origin)
    const path = new URL(fetchedAddress(settings)?.address ?? origin).pathname.replace(/\/+$/, '')
    const token = await tokens.tokenFor(credential, { origin, path }, tokenIn(refused))
    return { origin, headers: { authorization: basic(APP_USER, token) } }
  }
}

const APP_USER = 'x-access-token'

const tokenIn = (sent: RequestCredential | undefined): string | undefined =>
  sent &&
  Buffer.from(sent.headers['authorization']?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .slice(APP_USER.length + 1)
