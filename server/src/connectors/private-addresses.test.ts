import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import { createPageFetcher } from '../platform/network/fetch-page.ts'
import { parsePrivateHosts } from '../platform/network/private-hosts.ts'
import { PRIVATE_HOST_SPELLINGS, resolveSpellings } from '../platform/testing/address-spellings.ts'
import { createConnector } from './create-connector.ts'
import { crawl, listAll } from './testing/crawl.ts'

/** Stands for the machine that must not be reached: it answers everything and counts connections. */
const secret = createServer((_, response) => response.end('secret'))
let connections = 0
secret.on('connection', () => (connections += 1))

/** A site that the operator allows, and that leads wherever it is told to. */
let lead: { path: string; to: string } = { path: '', to: '' }
let robots = ''
let requested: string[] = []
const site = createServer((request, response) => {
  const path = request.url ?? '/'
  requested.push(path)
  const location = Buffer.from(lead.to).toString('latin1')
  if (path.startsWith(lead.path) && lead.path !== '') response.writeHead(302, { location }).end()
  else if (path === '/robots.txt') response.end(robots)
  else if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('start')
  else response.writeHead(404).end()
})
let cacheFolder = ''
const getPort = (server: typeof site): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  secret.listen(0, '::')
  await Promise.all([once(site, 'listening'), once(secret, 'listening')])
  cacheFolder = await mkdtemp(join(tmpdir(), 'footnote-cache-'))
  fetcher = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: parsePrivateHosts(`site.test:${getPort(site)}`),
    resolve: async (hostname) =>
      hostname === 'site.test' ? [{ address: '127.0.0.1', family: 4 }] : resolveSpellings(hostname),
    connectTimeoutMs: 5_000,
  })
})
let fetcher: ReturnType<typeof createPageFetcher>
beforeEach(() => {
  connections = 0
  requested = []
  lead = { path: '', to: '' }
  robots = ''
})
afterAll(async () => {
  await fetcher.close()
  for (const server of [site, secret]) {
    server.closeAllConnections()
    server.close()
  }
  await rm(cacheFolder, { recursive: true })
})

function connect(settings: object) {
  return createConnector(SourceSettings.parse(settings), {
    sourceId: 'source',
    fetchPage: fetcher.fetchPage,
    readCredential: null,
    files: { list: async function* () {}, read: async () => null },
    config: {
      userAgent: 'FootnoteBot/0.1',
      maxPageBytes: 1_000_000,
      gitLocalFolders: [],
      gitCacheFolder: cacheFolder,
      chromiumPath: null,
    },
  })
}
const website = (url: string) => connect({ type: 'website', url })
const openapi = (url: string) =>
  connect({ type: 'openapi', url, page_url: 'https://x.example/{operation}' })
const git = (repository: string) =>
  connect({ type: 'git', repository, page_url: 'https://x.example/{path}' })
const siteUrl = (path: string): string => `http://site.test:${getPort(site)}${path}`

/** Each leads a connector to an address, and returns once it has given up. */
const PATHS: Record<string, (url: string) => Promise<unknown>> = {
  'the address of a website': async (url) => crawl(await website(url)),
  'a page that was found': async (url) => {
    const page = { key: url, version: null, validators: null }
    return (await website(url)).fetch(page, new AbortController().signal)
  },
  'the address of an OpenAPI document': async (url) => listAll(await openapi(url)),
  'the address of a repository': async (url) => listAll(await git(url)),
  'a sitemap that robots.txt names': async (url) => {
    robots = `Sitemap: ${url}`
    return crawl(await website(siteUrl('/')))
  },
  'a redirect of robots.txt': async (to) => {
    lead = { path: '/robots.txt', to }
    return crawl(await website(siteUrl('/')))
  },
  'a redirect of the sitemap': async (to) => {
    lead = { path: '/sitemap.xml', to }
    return crawl(await website(siteUrl('/')))
  },
  'a redirect of llms.txt': async (to) => {
    lead = { path: '/llms.txt', to }
    return crawl(await website(siteUrl('/')))
  },
  'a redirect of a page': async (to) => {
    lead = { path: '/page', to }
    return crawl(await website(siteUrl('/page')))
  },
  'a redirect of an OpenAPI document': async (to) => {
    lead = { path: '/openapi', to }
    return listAll(await openapi(siteUrl('/openapi')))
  },
  'a redirect of a repository': async (to) => {
    lead = { path: '/docs.git', to }
    return listAll(await git(siteUrl('/docs.git')))
  },
}

test.each(Object.keys(PATHS))(
  'no spelling of a private address is connected to by %s',
  async (name) => {
    const tried = PRIVATE_HOST_SPELLINGS.map((host) => `http://${host}:${getPort(secret)}/`)
    let refused = 0
    for (const url of tried) {
      lead = { path: '', to: '' }
      // Settings refuse some spellings already; the others are refused or skipped later.
      await Promise.resolve()
        .then(() => PATHS[name]?.(url))
        .catch(() => (refused += 1))
    }
    expect(connections).toBe(0)
    const isLed = name.startsWith('a redirect') || name.startsWith('a sitemap')
    expect(isLed ? requested.length : refused).toBeGreaterThan(300)
  },
)

test.each(Object.keys(PATHS).slice(0, 4))(
  'a name that is public when it is saved and private when it is used is not connected to by %s',
  async (name) => {
    let lookups = 0
    const rebinding = async () => {
      lookups += 1
      return [{ address: lookups === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]
    }
    const url = `http://rebinding.test:${getPort(secret)}/`
    const usual = fetcher
    fetcher = createPageFetcher({
      userAgent: 'FootnoteBot/0.1',
      allowPrivate: false,
      resolve: rebinding,
    })
    expect(await fetcher.whyRefused(url)).toBeNull()
    try {
      const outcome: unknown = await PATHS[name]?.(url).catch(String)
      expect(describe(outcome)).toContain('private network')
    } finally {
      await fetcher.close()
      fetcher = usual
    }
    expect(lookups).toBeGreaterThan(1)
    expect(connections).toBe(0)
  },
)

/** What a connector said of one page or of all, as text. */
const describe = (outcome: unknown): string =>
  JSON.stringify(outcome instanceof Map ? [...outcome] : outcome)

test('the same connectors reach what the operator allows, so they would have reached the rest', async () => {
  const allowing = createPageFetcher({
    userAgent: 'FootnoteBot/0.1',
    allowPrivate: parsePrivateHosts('127.0.0.0/8, ::1/128'),
  })
  const usual = fetcher
  let answered = 0
  secret.on('request', () => (answered += 1))
  try {
    fetcher = allowing
    for (const name of Object.keys(PATHS).slice(0, 4)) {
      answered = 0
      await PATHS[name]?.(`http://127.0.0.1:${getPort(secret)}/`).catch(() => undefined)
      expect([name, answered > 0]).toEqual([name, true])
    }
  } finally {
    fetcher = usual
    await allowing.close()
  }
})

test('a source to be rendered on a server without Chromium is refused', async () => {
  await expect(
    connect({ type: 'website', url: 'https://a.example/', render: true }),
  ).rejects.toThrow('no Chromium')
})
