import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type DocsPage = {
  /** Where pages of this site come from; another origin than the service's. */
  readonly origin: string
  /** What the site answers with from now on, at every address. */
  show(html: string, headers?: Readonly<Record<string, string>>): void
  /** Violation reports, and forms, that the page sent. */
  readonly posts: string[]
  close(): Promise<void>
}

/** A site of somebody who embeds the widget. */
export async function startDocsPage(): Promise<DocsPage> {
  let html = ''
  let headers: Readonly<Record<string, string>> = {}
  const posts: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        posts.push(body)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sent</title>Sent')
      })
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(next, nextHeaders = {}) {
      html = next
      headers = nextHeaders
    },
    posts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
