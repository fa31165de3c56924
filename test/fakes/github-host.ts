import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { createTestRepository, serveGit } from '../../server/src/connectors/testing/git-server.ts'

const APP = '123456'
const INSTALLATION = '7890'

/** A GitHub Enterprise Server with one app, one installation and a private repository `acme/docs`. */
export type GitHubHost = {
  readonly origin: string
  readonly app: { app_id: string; installation_id: string; private_key: string }
  /** How the installation is. */
  state: 'installed' | 'suspended' | 'removed' | 'failing' | 'sending HTML'
  /** The repositories that it may read. */
  repositories: string[]
  /** How long its tokens live. */
  tokenSeconds: number
  /** Every token it gave out, with how it asked to be limited. */
  readonly tokens: Map<string, { expiresAtMs: number; limits: unknown }>
  readonly requests: { path: string; authorization: string | undefined }[]
  /** Ends every token at once. */
  revokeTokens(): void
  /** As GitHub sends keys since 2017 (PKCS#1), and converted. */
  keyAs(type: 'pkcs1' | 'pkcs8'): string
  commit(files: Record<string, string | null>): Promise<unknown>
  close(): Promise<void>
}

export async function startGitHubHost(): Promise<GitHubHost> {
  const repository = await createTestRepository()
  const serveRepository = serveGit(repository.folder, '/acme/docs.git')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyAs = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString()
  let issued = 0
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host: GitHubHost = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app: { app_id: APP, installation_id: INSTALLATION, private_key: keyAs('pkcs1') },
    state: 'installed',
    repositories: ['docs'],
    tokenSeconds: 3600,
    tokens: new Map(),
    requests: [],
    revokeTokens: () => host.tokens.clear(),
    keyAs,
    commit: (files) => repository.commit(files),
    async close() {
      server.closeAllConnections()
      server.close()
      await repository.remove()
    },
  }
  return host

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', host.origin)
    const { authorization } = request.headers
    host.requests.push({ path: pathname, authorization })
    if (pathname.startsWith('/acme/docs.git/')) {
      if (isTokenKnown(authorization)) serveRepository(request, response)
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
      return
    }
    const { status, body } = await answerApi(request, pathname)
    const isHtml = typeof body === 'string'
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json' })
    response.end(isHtml ? body : JSON.stringify(body))
  }

  async function answerApi(
    request: IncomingMessage,
    path: string,
  ): Promise<{ status: number; body: unknown }> {
    const refused = (status: number, message: string) => ({ status, body: { message, status } })
    if (host.state === 'failing') return refused(502, 'Server Error')
    if (host.state === 'sending HTML') return { status: 201, body: '<html>Sign in</html>' }
    const [, id] = /^\/api\/v3\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? []
    if (id === undefined || request.method !== 'POST') return refused(404, 'Not Found')
    if (!(await isJwtValid(request.headers.authorization)))
      return refused(401, 'A JSON web token could not be decoded')
    if (id !== INSTALLATION || host.state === 'removed') return refused(404, 'Not Found')
    if (host.state === 'suspended') return refused(403, 'This installation has been suspended')
    const limits = (await json(request)) as { repositories: string[] }
    if (!limits.repositories.every((name) => host.repositories.includes(name))) {
      return refused(
        422,
        'There is at least one repository that does not exist or is not accessible',
      )
    }
    issued += 1
    const expiresAtMs = Date.now() + host.tokenSeconds * 1000
    const token = `ghs_${APP}_otter.quartz-${issued}_${'x'.repeat(400)}`
    host.tokens.set(token, { expiresAtMs, limits })
    const body = { token, expires_at: new Date(expiresAtMs).toISOString().replace(/\.\d+/, '') }
    return {
      status: 201,
      body: {
        ...body,
        permissions: { contents: 'read', metadata: 'read' },
        repository_selection: 'selected',
      },
    }
  }

  function isTokenKnown(authorization = ''): boolean {
    const sent = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
    const token = host.tokens.get(sent.replace('x-access-token:', ''))
    return host.state === 'installed' && token !== undefined && token.expiresAtMs > Date.now()
  }

  async function isJwtValid(authorization = ''): Promise<boolean> {
    const options = { issuer: APP, algorithms: ['RS256'] }
    return jwtVerify(authorization.replace('Bearer ', ''), publicKey, options).then(
      ({ payload: { iat = Infinity, exp = Infinity } }) =>
        iat <= Date.now() / 1000 && exp <= Date.now() / 1000 + 600,
      () => false,
    )
  }
}
