import { applicationFile } from '@footnote/server/application-files'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import { errorCode } from '../error-chain.ts'
import { Failure } from '../failure.ts'
import type { Embedded } from './docs-page.ts'
import { renderPage } from './docs-page.ts'
import { renderMarkdown } from './render-markdown.ts'

export const DOCS_DIR = applicationFile('docs')

export type DocsSite = {
  readonly url: string
  /** Puts the widget on its pages. */
  readonly show: (embedded: Embedded) => void
  stop(): void
}

/** Footnote's own documentation as a site that shows the widget. */
export async function startDocsSite(port: number): Promise<DocsSite> {
  let embedded: Embedded | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    // The mode stays chosen when the reader follows a link that does not name it.
    const kept = /(?:^|; )mode=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    const mode = url.searchParams.get('mode') ?? kept ?? 'floating'
    respond(url, mode, response, embedded).catch(() => response.writeHead(404).end('Not found'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    if (!(error instanceof Error) || errorCode(error) !== 'EADDRINUSE') throw error
    throw new Failure(`Port ${port} is in use. Choose another with --port.`)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${taken}`,
    show: (next) => (embedded = next),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function respond(
  url: URL,
  mode: string,
  response: ServerResponse,
  embedded: Embedded | undefined,
): Promise<void> {
  const picture = /^\/pictures\/[\w-]+\.png$/.exec(url.pathname)?.[0]
  if (picture) {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(await readFile(join(DOCS_DIR, picture)))
    return
  }
  const markdown = await readPage(url.pathname.replace(/\.md$/, ''))
  const html = renderPage({
    content: await renderMarkdown(markdown),
    title: /^# (.+)$/m.exec(markdown)?.[1] ?? 'Documentation',
    path: url.pathname,
    mode,
    embedded,
  })
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'set-cookie': `mode=${encodeURIComponent(mode)}; Path=/; SameSite=Lax`,
  })
  response.end(html)
}

/** `/guides/keys` is guides/keys.md, and `/guides/` its README. */
async function readPage(path: string): Promise<string> {
  const inside = normalize(decodeURIComponent(path)).replace(/^(\.\.[/\\])+/, '')
  const file = inside.endsWith('/') ? `${inside}README` : inside
  return readFile(join(DOCS_DIR, `${file}.md`), 'utf8')
}
