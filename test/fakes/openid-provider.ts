import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { Provider } from 'oidc-provider'

/** By the provider's own key, as it should be; by another with its name; by the client's secret; or not. */
export type Signing = 'own key' | 'another key' | 'client secret' | 'none'

export type OpenidProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Where it may send readers back to. */
  allowRedirect(uri: string): void
  /** The next ID token says something else, and is signed all the same, or in another way. */
  forgeNext(change: (claims: JWTPayload) => JWTPayload, signing?: Signing): void
  close(): Promise<void>
}

const CLIENT_ID = 'footnote'
const CLIENT_SECRET = 'the-secret-of-footnote-at-the-provider'

/** An organisation's own OpenID provider. Whatever is typed as the name is who signs in. */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
  const redirectUris: string[] = ['http://127.0.0.1/nowhere']
  let handle: ReturnType<Provider['callback']> | undefined
  const another = await generateKeyPair('RS256')
  let forgery: ((token: string) => Promise<string>) | undefined
  const server = createServer((request, response) => {
    if (forgery && request.url === '/token') {
      const forge = forgery
      forgery = undefined
      replaceIdToken(response, forge)
    }
    void handle?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const begin = (): void => {
    const provider = new Provider(issuer, {
      clients: [
        { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [...redirectUris] },
      ],
      jwks: { keys: [jwk] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true }),
      }),
    })
    handle = provider.callback()
  }
  begin()
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    allowRedirect(uri) {
      redirectUris.push(uri)
      begin()
    },
    forgeNext(change, signing = 'own key') {
      forgery = (token) => {
        const claims = change(decodeJwt(token))
        if (signing === 'none') return Promise.resolve(new UnsecuredJWT(claims).encode())
        const forged = new SignJWT(claims)
        if (signing === 'client secret') {
          const secret = new TextEncoder().encode(CLIENT_SECRET)
          return forged.setProtectedHeader({ alg: 'HS256' }).sign(secret)
        }
        return forged
          .setProtectedHeader({ alg: 'RS256', ...decodeProtectedHeader(token) })
          .sign(signing === 'own key' ? privateKey : another.privateKey)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Changes what the provider is about to send. */
function replaceIdToken(
  response: ServerResponse,
  replace: (token: string) => Promise<string>,
): void {
  const end = response.end.bind(response)
  const send = async (body: { id_token: string }) => {
    const id_token = await replace(body.id_token)
    response.removeHeader('content-length')
    end(JSON.stringify({ ...body, id_token }))
  }
  response.end = (chunk?: unknown) => {
    const body = JSON.parse(String(chunk)) as { id_token: string }
    void send(body)
    return response
  }
}
