import { createPrivateKey } from 'node:crypto'
import type { ServiceAccountCredential } from '@footnote/contract/admin/source-credentials'
import { readKeyFile } from '@footnote/contract/admin/source-credentials'
import { SignJWT } from 'jose'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import { requestToken } from './request-token.ts'
import type { Token } from './token-cache.ts'

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A token of a service account of Google, which may read what is shared with its address. */
export async function requestServiceToken(
  fetchPage: FetchPage,
  { key_file }: ServiceAccountCredential,
): Promise<Token> {
  const key = readKeyFile(key_file)
  if (key === null) throw new SourceError('The key file is not that of a service account.')
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(key.client_email)
    .setAudience(key.token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(key.private_key))
  return requestToken(fetchPage, {
    url: key.token_uri,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    who: 'the service account',
    why: 'its key was deleted, or the account was',
  })
}
