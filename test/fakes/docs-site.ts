import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { SitePage } from './docs-site-html.ts'
import { calendarPage, toHtml, sitemapIndex, makeSitemap } from './docs-site-html.ts'

export type DocsSite = {
  readonly origin: string
  /** How often each path was answered with 200. */
  readonly served: Map<string, number>
  /** How often it was answered with 304. */
  notModified(): number
  edit(path: string, sentence: string): void
  remove(path: string): void
  /** The page answers with 500 from now on. */
  fail(path: string): void
  /** The old address redirects from now on. */
  move(from: string, to: string): void
  close(): Promise<void>
}

const ALL_TRAPS = ['/broken/1', '/broken/2', '/huge/page', '/slow/page', '/calendar/2026/1']
const SITEMAP_SIZE = 400
const HUGE_BYTES = 64 * 1024 * 1024
const HUGE_CHUNK = Buffer.alloc(64 * 1024, 'huge words and more of them ')

/**
 * A realistic documentation site: a sitemap index with a compressed part, conditional requests,
 * redirects, print views with a canonical link, and pages that fail, never end, or link to more pages for ever.
 */
export async function startDocsSite(
  pages: readonly SitePage[],
  traps: readonly string[] = ALL_TRAPS,
): Promise<DocsSite> {
  const live = new Map(pages.map((page) => [page.path, page]))
  const redirects = new Map<string, string>()
  const failing = new Set<string>()
  const served = new Map<string, number>()
  const firstPaths = pages.slice(0, 20).map(({ path }) => path)
  for (const path of firstPaths) redirects.set(`/old${path}`, path)
  let notModified = 0

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', origin)
    const path = url.pathname
    const to = redirects.get(path)
    if (to !== undefined) return void response.writeHead(301, { location: to }).end()
    const special = specials[path.split('/')[1] ?? '']
    if (special) return special(url, response)
    if (failing.has(path)) return void response.writeHead(500).end('Something went wrong')
    const page = live.get(path)
    if (!page) return void response.writeHead(404, { 'content-type': 'text/html' }).end('Not found')
    const body = toHtml(page, { origin, links: getLinks(path) })
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) {
      notModified += 1
      return void response.writeHead(304, { etag }).end()
    }
    served.set(path, (served.get(path) ?? 0) + 1)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body)
  }

  /** The next pages, an address that moved, a view with a canonical link, and the traps. */
  function getLinks(path: string): string[] {
    const paths = [...live.keys()]
    const at = paths.indexOf(path)
    const next = paths.slice(at + 1, at + 4)
    if (at > 0) return next
    const views = firstPaths.map((each) => `${each}?print=1`)
    return [...next, ...redirects.keys(), ...views, ...traps, 'mailto:docs@example.com']
  }

  const parts = (): string[][] => {
    const paths = [...live.keys()]
    return Array.from({ length: Math.ceil(paths.length / SITEMAP_SIZE) }, (_, part) =>
      paths.slice(part * SITEMAP_SIZE, (part + 1) * SITEMAP_SIZE),
    )
  }
  const specials: Record<string, (url: URL, response: ServerResponse) => void> = {
    'robots.txt': (_, response) =>
      response.end(`User-agent: *\nDisallow: /private/\nSitemap: ${origin}/sitemap.xml\n`),
    'sitemap.xml': (_, response) => response.end(sitemapIndex(origin, parts().length)),
    sitemaps: ({ pathname }, response) => {
      const part = Number(/\d+/.exec(pathname)?.[0])
      const body = makeSitemap(origin, parts()[part] ?? [])
      // The first one is a file that was compressed, the others are not.
      response.end(part === 0 ? gzipSync(body) : body)
    },
    broken: (_, response) => response.writeHead(500).end('Something went wrong'),
    huge: (_, response) => sendHuge(response),
    // Headers only.
    slow: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
    calendar: ({ pathname }, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(calendarPage(pathname)),
  }

  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pageAt = (path: string): SitePage => {
    const page = live.get(path)
    if (!page) throw new Error(`The site has no ${path}`)
    return page
  }
  return {
    origin,
    served,
    notModified: () => notModified,
    edit(path, sentence) {
      const page = pageAt(path)
      live.set(path, { ...page, markdown: `${page.markdown}\n\n${sentence}` })
    },
    fail: (path) => void failing.add(path),
    remove: (path) => void live.delete(pageAt(path).path),
    move(from, to) {
      live.set(to, { ...pageAt(from), path: to })
      live.delete(from)
      redirects.set(from, to)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sendHuge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  let sent = 0
  const send = () => {
    while (sent < HUGE_BYTES && !response.destroyed) {
      sent += HUGE_CHUNK.length
      if (!response.write(HUGE_CHUNK)) return void response.once('drain', send)
    }
    response.end()
  }
  send()
}
