import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { BUNDLERS } from '../support/browser/bundled-app.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { installPackages } from '../support/browser/installed-packages.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { askIn, openPanel, OPEN_ROOTS, getPanel } from '../support/browser/widget-page.ts'

const run = promisify(execFile)
const GUIDE = join(import.meta.dirname, '../../docs/guides/client.md')
const PAGE = 'https://docs.example.com/keys'
const TEXT = 'To rotate a key, create a second one and revoke the first [1].'

const test = answering()
  .test.extend('docs', { scope: 'file' }, async ({ service, model }) => {
    model.answer(() => says(TEXT))
    const knowledge = await createKnowledge(service)
    const content = '# Keys\n\nTo rotate a key, create a second one and revoke the first.'
    await putPages(service, knowledge.knowledgeBaseId, [{ url: PAGE, content }])
    return knowledge
  })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('installed', { scope: 'file' }, async ({}, { onCleanup }) => {
    const installed = await installPackages()
    onCleanup(() => installed.remove())
    return installed
  })
  .extend('site', { scope: 'file' }, async ({ installed }, { onCleanup }) => {
    const site = await serveFolder(installed.app)
    onCleanup(() => site.close())
    return site
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

async function serveFolder(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.test')
    readFile(join(folder, pathname)).then(
      (content) => response.setHeader('content-type', TYPES[extname(pathname)] ?? '').end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close() }
}

type Reader = { clientKey: string; knowledgeBaseId: string }

/** As a page would have it in its source. */
const getOptions = ({ baseUrl }: { baseUrl: string }, { clientKey, knowledgeBaseId }: Reader) =>
  JSON.stringify({ baseUrl, knowledgeBaseId, credential: { clientKey } })

test('the quick start of the guide runs in Node from the packed tarball', async ({
  service,
  docs,
  installed,
}) => {
  const guide = await readFile(GUIDE, 'utf8')
  const [, script = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
  await writeFile(join(installed.app, 'ask.mjs'), script)
  const { stdout } = await run(process.execPath, ['ask.mjs'], {
    cwd: installed.app,
    env: {
      FOOTNOTE_URL: service.baseUrl,
      KNOWLEDGE_BASE: docs.knowledgeBaseId,
      KEY: docs.clientKey,
    },
  })
  expect(stdout).toBe(`${TEXT}\n[1] Keys: ${PAGE}#keys\n`)
})

test('a page imports it as a module, and an answer streams in over SSE and over a WebSocket', async ({
  service,
  docs,
  installed,
  site,
  browser,
}) => {
  const options = getOptions(service, docs)
  await writeFile(
    join(installed.app, 'plain.html'),
    `<!doctype html><pre></pre><script type="module">
      import { createClient } from '/node_modules/@footnote/client/index.js'
      for (const transport of ['sse', 'websocket']) {
        const client = createClient({ ...${options}, transport })
        let last
        for await (last of client.askText({ query: 'How do I rotate a key?' }));
        document.querySelector('pre').textContent += transport + ' ' + last.status + ' ' + last.text + '\\n'
      }
    </script>`,
  )
  const page = await browser.newPage()
  await page.goto(`${site.url}/plain.html`)
  const text = () => page.locator('pre').textContent()
  await expect.poll(text).toBe(`sse done ${TEXT}\nwebsocket done ${TEXT}\n`)
  await page.close()
})

test('a Vite app with React shows an answer through useAnswer', async ({
  service,
  docs,
  installed,
  site,
  browser,
}) => {
  const { app } = installed
  await writeFile(
    join(app, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>',
  )
  await writeFile(
    join(app, 'main.js'),
    `import { createClient } from '@footnote/client'
    import { useAnswer } from '@footnote/client/react'
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    const client = createClient(${getOptions(service, docs)})
    function Ask() {
      const { status, text, citations, ask } = useAnswer(client)
      return createElement('main', null,
        createElement('button', { onClick: () => void ask('How do I rotate a key?') }, 'Ask'),
        createElement('p', null, status + ' ' + text),
        citations.map(({ url }) => createElement('a', { key: url, href: url }, url)))
    }
    createRoot(document.getElementById('root')).render(createElement(Ask))`,
  )
  await build({ configFile: false, logLevel: 'error', root: app, base: './' })
  const page = await browser.newPage()
  await page.goto(`${site.url}/dist/index.html`)
  await expect.poll(() => page.locator('p').textContent()).toBe('idle ')
  await page.locator('button').click()
  await expect.poll(() => page.locator('p').textContent()).toBe(`done ${TEXT}`)
  expect(await page.locator('a').getAttribute('href')).toBe(`${PAGE}#keys`)
  await page.close()
})

for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
  test(`an app built by ${bundler} draws the widget from its package, and a question is answered`, async ({
    service,
    docs,
    installed,
    site,
    browser,
  }) => {
    const { clientKey, knowledgeBaseId } = docs
    const options = { baseUrl: service.baseUrl, clientKey, knowledgeBaseId }
    await writeFile(
      join(installed.app, 'main.js'),
      `import { createWidget } from '@footnote/widget'
      window.widget = createWidget(${JSON.stringify(options)})`,
    )
    const atOnce = await bundle({ folder: installed.app, outDir: bundler })
    await writeFile(
      join(installed.app, bundler, 'index.html'),
      '<!doctype html><title>App</title><script type="module" src="./main.js"></script>',
    )
    const page = await browser.newPage()
    await page.addInitScript(OPEN_ROOTS)
    await page.goto(`${site.url}/${bundler}/index.html`)
    const fetched = () =>
      page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
      )
    await page.locator('footnote-widget .launcher').waitFor()
    // The panel stays a file of its own, fetched when a reader comes near.
    expect(await fetched()).toEqual(atOnce.map((file) => `${site.url}/${bundler}/${file}`))
    await openPanel(page)
    await askIn(page, 'How do I rotate a key?')
    await expect
      .poll(() => getPanel(page).locator('.notes a').getAttribute('href'))
      .toBe(`${PAGE}#keys`)
    await page.evaluate('widget.destroy()')
    expect(await page.locator('footnote-widget').count()).toBe(0)
    await page.close()
  })
}

test('a plain page draws the widget from the package by a script tag and by an import', async ({
  service,
  docs,
  installed,
  site,
  browser,
}) => {
  const { clientKey, knowledgeBaseId } = docs
  const folder = '/node_modules/@footnote/widget'
  const tag = `<script async src="${folder}/widget.js" data-base-url="${service.baseUrl}" data-client-key="${clientKey}" data-knowledge-base-id="${knowledgeBaseId}"></script>`
  const module = `<script type="module">
    import { createWidget } from '${folder}/index.js'
    createWidget(${JSON.stringify({ baseUrl: service.baseUrl, clientKey, knowledgeBaseId })})
  </script>`
  for (const [name, script] of [
    ['tag.html', tag],
    ['module.html', module],
  ] as const) {
    await writeFile(join(installed.app, name), `<!doctype html><title>Page</title><p>Text${script}`)
    const page = await browser.newPage()
    await page.addInitScript(OPEN_ROOTS)
    await page.goto(`${site.url}/${name}`)
    await openPanel(page)
    await askIn(page, 'How do I rotate a key?')
    await getPanel(page).locator('.answer').getByText('create a second one').waitFor()
    await page.close()
  }
})

test('without an address the widget asks the host that its page comes from', async ({
  docs,
  installed,
  site,
  browser,
}) => {
  const { clientKey, knowledgeBaseId } = docs
  const options = `{ baseUrl: undefined, ...${JSON.stringify({ clientKey, knowledgeBaseId })} }`
  await writeFile(
    join(installed.app, 'no-address.html'),
    `<!doctype html><title>Page</title><p>Text<script type="module">
      import { createWidget } from '/node_modules/@footnote/widget/index.js'
      createWidget(${options})
    </script>`,
  )
  const page = await browser.newPage()
  await page.addInitScript(OPEN_ROOTS)
  const asked = page.waitForRequest('**/widget-config')
  await page.goto(`${site.url}/no-address.html`)
  await openPanel(page)
  const { pathname, origin } = new URL((await asked).url())
  expect(origin).toBe(site.url)
  expect(pathname).toBe(`/api/v1/public/knowledge-bases/${knowledgeBaseId}/widget-config`)
  await page.close()
})
