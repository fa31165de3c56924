import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export type ServedSite = { url: string } & AsyncDisposable

/** A built site as static hosts serve it: `/guides/widget` is `guides/widget.html`. */
export async function serveSite(folder: string): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname))
    const file = path.endsWith('/')
      ? `${path}index.html`
      : extname(path) === ''
        ? `${path}.html`
        : path
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain; charset=utf-8')
    createReadStream(join(folder, file))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
