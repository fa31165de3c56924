import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestRepository, serveGit } from '../../server/src/connectors/testing/git-server.ts'

/** A site and a repository behind HTTP Basic, as a web server and a Git host guard them. */
export type GuardedHost = {
  readonly origin: string
  /** Pages of the site, by path. */
  readonly pages: Record<string, string>
  /** Who is let in; empty: nobody any more. */
  readonly users: Map<string, string>
  /** Every header and address that it was sent. */
  readonly requests: { path: string; headers: string }[]
  /** Files of the repository at `/docs.git`; null deletes one. */
  commit(files: Record<string, string | null>): Promise<unknown>
  close(): Promise<void>
}

export async function startGuardedHost(
  pages: Record<string, string>,
  users: Record<string, string>,
): Promise<GuardedHost> {
  const repository = await createTestRepository()
  const serveRepository = serveGit(repository.folder, '/docs.git')
  const host = {
    pages: { ...pages },
    users: new Map(Object.entries(users)),
    requests: [] as GuardedHost['requests'],
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    host.requests.push({ path, headers: request.rawHeaders.join('\n') })
    if (!isKnown(request, host.users)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="docs"' }).end('Who are you?')
    } else if (path.startsWith('/docs.git/')) serveRepository(request, response)
    else {
      const page = host.pages[path]
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...host,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commit: (files) => repository.commit(files),
    async close() {
      server.closeAllConnections()
      server.close()
      await repository.remove()
    },
  }
}

function isKnown({ headers }: IncomingMessage, users: ReadonlyMap<string, string>): boolean {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ')
  const [, user = '', password] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return scheme === 'Basic' && password !== undefined && users.get(user) === password
}
