import type { OAuthClientCredential } from '@footnote/contract/admin/source-credentials'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { requestToken } from './request-token.ts'
import type { Token } from './token-cache.ts'

export type TokenEndpoint = { readonly url: string; readonly scope: string }

/** Asks for a token in the client's own name: the client credentials grant, as JSON. */
export const requestClientToken = (
  fetchPage: FetchPage,
  { client_id, client_secret }: OAuthClientCredential,
  { url, scope }: TokenEndpoint,
): Promise<Token> => {
  const asked = { grant_type: 'client_credentials', client_id, client_secret, scope }
  return requestToken(fetchPage, {
    url,
    contentType: 'application/json',
    body: JSON.stringify(asked),
    who: 'the OAuth client',
    why: 'its identifier or its secret is wrong',
  })
}
