import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import { createConnector } from '../../server/src/connectors/create-connector.ts'
import { crawl } from '../../server/src/connectors/testing/crawl.ts'
import type { FetchPage } from '../../server/src/platform/network/fetch-page.ts'
import { PRIVATE_HOST_SPELLINGS } from '../../server/src/platform/testing/address-spellings.ts'
import { createRenderer } from '../../server/src/connectors/website/render.ts'
import type { Renderer } from '../../server/src/connectors/website/render.ts'
import { startTestSite } from '../../server/src/connectors/testing/test-site.ts'
import type { TestSite } from '../../server/src/connectors/testing/test-site.ts'

const CHROMIUM = process.env['FOOTNOTE_TEST_CHROMIUM'] ?? '/usr/bin/chromium'

let site: TestSite
let renderer: Renderer
let connections = 0
let datagrams = 0
const secret = createServer((socket) => {
  connections += 1
  socket.destroy()
})
const stun = createSocket('udp4').on('message', () => (datagrams += 1))
const never = new AbortController().signal

beforeAll(async () => {
  site = await startTestSite()
  renderer = createRenderer({
    fetchPage: site.fetcher.fetchPage,
    chromiumPath: CHROMIUM,
    userAgent: 'FootnoteBot/0.1',
    maxPageBytes: 1_000_000,
    timeoutMs: 15_000,
  })
  secret.listen(0, '::')
  stun.bind(0, '127.0.0.1')
  await Promise.all([once(secret, 'listening'), once(stun, 'listening')])
})
afterAll(async () => {
  await renderer.close()
  await site.close()
  secret.close()
  stun.close()
})

const secretPort = (): number => (secret.address() as AddressInfo).port
const render = (html: string, path = '/app'): Promise<string> =>
  renderer.render(site.origin + path, html, never)

test('a page is read as its scripts write it, from what they fetch', async () => {
  site.pages = {
    '/app.js': {
      headers: { 'content-type': 'text/javascript' },
      body: `fetch('/data.json').then((r) => r.json()).then(({ text }) => { document.body.append(text) })`,
    },
    '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"text":"written"}' },
  }
  const html = await render('<body><script src="/app.js"></script></body>')
  expect(html).toContain('written')
  expect(site.requests.at(-1)?.headers['user-agent']).toBe('FootnoteBot/0.1')
})

test('a website is crawled by the links that its scripts write, and never by ETag', async () => {
  const page = (text: string) => ({
    headers: { 'content-type': 'text/html', etag: '"same"' },
    body: `<body><script>document.body.innerHTML = '<h1>${text}</h1><a href="/two">x</a>'</script>`,
  })
  site.pages = { '/': page('One'), '/two': page('Two') }
  const connector = await createConnector(
    SourceSettings.parse({ type: 'website', url: `${site.origin}/`, render: true }),
    {
      sourceId: 'source',
      fetchPage: site.fetcher.fetchPage,
      readCredential: null,
      files: { list: async function* () {}, read: async () => null },
      config: {
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: 1_000_000,
        gitLocalFolders: [],
        gitCacheFolder: '/nowhere',
        chromiumPath: CHROMIUM,
      },
    },
  )
  try {
    const outcomes = await crawl(connector)
    const two = outcomes.get(`${site.origin}/two`)
    expect(two?.kind === 'fetched' && two.page.content).toContain('<h1>Two</h1>')
    const validators = { etag: '"same"', lastModified: null }
    await connector.fetch({ key: `${site.origin}/two`, version: null, validators }, never)
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  } finally {
    await connector.close()
  }
})

test('what a page loads of its own origin is fetched with the credential, of others without', async () => {
  const other = await startTestSite({ '/other.js': 'document.title = "other"' })
  site.pages = {
    '/': `<body><script src="/own.js"></script><script src="${other.origin}/other.js"></script></body>`,
    '/own.js': 'document.body.append("written")',
  }
  const credential = { origin: site.origin, headers: { 'x-api-key': 'otter' } }
  const fetchPage: FetchPage = (request) =>
    (request.url.startsWith(other.origin) ? other.fetcher : site.fetcher).fetchPage(request)
  const connector = await createConnector(
    SourceSettings.parse({ type: 'website', url: `${site.origin}/`, render: true }),
    {
      sourceId: 'source',
      fetchPage,
      readCredential: async () => credential,
      files: { list: async function* () {}, read: async () => null },
      config: {
        userAgent: 'FootnoteBot/0.1',
        maxPageBytes: 1_000_000,
        gitLocalFolders: [],
        gitCacheFolder: '/nowhere',
        chromiumPath: CHROMIUM,
      },
    },
  )
  try {
    const outcome = (await crawl(connector)).get(`${site.origin}/`)
    expect(outcome?.kind === 'fetched' && outcome.page.content).toContain('written')
    const own = site.requests.filter(({ path }) => path === '/own.js')
    expect(own.map(({ headers }) => headers['x-api-key'])).toEqual(['otter'])
    expect(other.requests.map(({ path }) => path)).toContain('/other.js')
    expect(JSON.stringify(other.requests)).not.toContain('otter')
  } finally {
    await connector.close()
    await other.close()
  }
})

/** Every way out that a page has, towards an address. */
const attempts = (url: string): string => `
  <link rel="preconnect" href="${url}"><link rel="prefetch" href="${url}">
  <link rel="dns-prefetch" href="${url}"><link rel="stylesheet" href="${url}">
  <img src="${url}"><iframe src="${url}"></iframe><video src="${url}" autoplay></video>
  <object data="${url}"></object><embed src="${url}"><script src="${url}"></script>
  <script>
    const go = (attempt) => { try { Promise.resolve(attempt()).catch(() => {}) } catch {} }
    const url = ${JSON.stringify(url)}
    go(() => fetch(url, { mode: 'no-cors' }))
    go(() => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x', keepalive: true }))
    go(() => navigator.sendBeacon(url, 'x'))
    go(() => new WebSocket(url.replace('http', 'ws')))
    go(() => new EventSource(url))
    go(() => new Worker(URL.createObjectURL(new Blob(['fetch("' + url + '")']))))
    go(() => new SharedWorker(url))
    go(() => navigator.serviceWorker.register('/worker.js'))
    go(() => import(url))
    go(() => window.open(url))
    go(() => new WebTransport(url.replace('http', 'https')))
    go(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      return frame.contentWindow.fetch(url, { mode: 'no-cors' })
    })
    go(() => { document.createElement('form').submit.call(Object.assign(document.body.appendChild(document.createElement('form')), { action: url })) })
  </script>`

test('no request of a page reaches this machine, whichever way it takes', async () => {
  site.pages = { '/worker.js': `fetch('http://127.0.0.1:${secretPort()}/')` }
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    await render(attempts(`http://${host}:${secretPort()}/`)).catch(() => undefined)
  }
  expect(connections).toBe(0)
})

test('a page cannot leave for another address', async () => {
  const away = `http://127.0.0.1:${secretPort()}/`
  for (const html of [
    `<script>location = '${away}'</script>`,
    `<meta http-equiv="refresh" content="0; url=${away}">`,
    `<form action="${away}" method="post"></form><script>document.forms[0].submit()</script>`,
  ]) {
    await render(html).catch(() => undefined)
  }
  expect(connections).toBe(0)
})

test('a redirect of a script to this machine is not followed', async () => {
  const location = `http://127.0.0.1:${secretPort()}/`
  site.pages = { '/app.js': { status: 302, headers: { location } } }
  await render('<script src="/app.js"></script>')
  expect(site.requests.at(-1)?.path).toBe('/app.js')
  expect(connections).toBe(0)
})

test('none of the spellings of private addresses is connected to from a page', async () => {
  const urls = PRIVATE_HOST_SPELLINGS.map((host) => `http://${host}:${secretPort()}/`)
  const script = `<script>for (const url of ${JSON.stringify(urls)}) {
    try { fetch(url, { mode: 'no-cors' }).catch(() => {}) } catch {}
    new Image().src = url
  }</script>`
  await render(script).catch(() => undefined)
  expect(connections).toBe(0)
})

test('WebRTC sends nothing', async () => {
  const { port } = stun.address()
  await render(`<iframe></iframe><script>
    for (const scope of [globalThis, document.querySelector('iframe').contentWindow]) {
      try {
        const peer = new scope.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
        peer.createDataChannel('x')
        peer.createOffer().then((offer) => peer.setLocalDescription(offer))
      } catch {}
    }
  </script>`)
  expect(datagrams).toBe(0)
})

test('a page that never ends is abandoned, and the next one is read', async () => {
  const quick = createRenderer({
    fetchPage: site.fetcher.fetchPage,
    chromiumPath: CHROMIUM,
    userAgent: 'FootnoteBot/0.1',
    maxPageBytes: 1_000_000,
    timeoutMs: 15_000,
  })
  try {
    const endless = quick.render(`${site.origin}/app`, '<script>for (;;);</script>', never)
    await expect(endless).rejects.toThrow('within 15 s')
    expect(await quick.render(`${site.origin}/app`, '<p>fine</p>', never)).toContain('fine')
  } finally {
    await quick.close()
  }
})

test('a page whose scripts write too much is refused', async () => {
  const html = `<body><script>document.body.append('x'.repeat(2_000_000))</script></body>`
  await expect(render(html)).rejects.toThrow('more than 1 MB')
})

test('cancelling waits neither for the page nor for those before it', async () => {
  const endless = '<script>for (;;);</script>'
  const opened = new AbortController()
  const queued = new AbortController()
  let pageEnded = false
  const first = renderer.render(`${site.origin}/app`, endless, opened.signal)
  const ended = first.catch(() => (pageEnded = true))
  const second = renderer.render(`${site.origin}/app`, endless, queued.signal)
  setTimeout(() => queued.abort(new Error('left the queue')), 500)
  await expect(second).rejects.toThrow('left the queue')
  expect(pageEnded).toBe(false)

  opened.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow('cancelled')
  await ended
  expect(await render('<p>fine</p>')).toContain('fine')
})
