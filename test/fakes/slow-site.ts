import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSitemap } from './docs-site-html.ts'

export type SlowSite = { readonly origin: string; close(): Promise<void> }

/** A site with this many pages, all of them in its sitemap, that takes its time for each. */
export async function startSlowSite(pages: number, delayMs: number): Promise<SlowSite> {
  const paths = Array.from({ length: pages }, (_, index) => (index === 0 ? '/' : `/page-${index}`))
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/sitemap.xml') return void response.end(makeSitemap(origin, paths))
    const index = paths.indexOf(path)
    if (index === -1) return void response.writeHead(404).end()
    void sleep(delayMs).then(() =>
      response.setHeader('content-type', 'text/html').end(renderPage(index)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const renderPage = (index: number): string =>
  `<html><head><title>Valve ${index}</title></head><body><main><h1>Valve ${index}</h1>` +
  `<h2>Opening</h2><p>Valve ${index} is opened by hand, and never by its handle number ${index * 7}.</p>` +
  `<h2>Closing</h2><p>Valve ${index} closes by itself after ${index + 3} seconds.</p></main></body></html>`
