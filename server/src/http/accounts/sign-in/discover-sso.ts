import type { Configuration } from 'openid-client'
import type { Sso } from '../../../access/operators/sso/sso-settings.ts'
import { ssoSecretContext } from '../../../access/operators/sso/sso-settings.ts'
import type { SignInDeps } from '../../oauth/deps.ts'
import { discoverProvider } from '../../oauth/openid-client.ts'

export function discoverSso(
  { fetch, secrets }: Pick<SignInDeps, 'fetch' | 'secrets'>,
  sso: Sso,
): Promise<Configuration> {
  const { issuer, client_id: clientId, client_secret: sealed } = sso
  const secret = sealed ? secrets.open(sealed, ssoSecretContext(sso)) : undefined
  return discoverProvider(fetch, { issuer, clientId, secret })
}
