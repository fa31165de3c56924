import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createPageFetcher } from '../../platform/network/fetch-page.ts'
import type { PageFetcher } from '../../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../../platform/network/private-hosts.ts'

type Answer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** Pages by path, with their query where they have one. Strings are HTML, or text for `.txt`. */
export type Pages = Record<string, Answer>

export type TestSite = {
  readonly origin: string
  readonly fetcher: PageFetcher
  pages: Pages
  readonly requests: { path: string; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

/** A real site on loopback, and a fetcher that may reach it and nothing else that is private. */
export async function startTestSite(pages: Pages = {}): Promise<TestSite> {
  const requests: TestSite['requests'] = []
  const site = { pages, requests }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const answer = site.pages[path] ?? { status: 404 }
    if (typeof answer === 'function') answer(request, response)
    else send(response, path, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const fetcher = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: parsePrivateHosts(`127.0.0.1:${port}`),
  })
  return Object.assign(site, {
    origin: `http://127.0.0.1:${port}`,
    fetcher,
    async close() {
      await fetcher.close()
      server.closeAllConnections()
      server.close()
    },
  })
}

function send(response: ServerResponse, path: string, answer: Exclude<Answer, Function>): void {
  const {
    status = 200,
    headers = {},
    body = '',
  } = typeof answer === 'string' ? { body: answer } : answer
  response.writeHead(status, { 'content-type': getType(path), ...headers }).end(body)
}

function getType(path: string): string {
  if (path.endsWith('.txt')) return 'text/plain'
  return path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8'
}
