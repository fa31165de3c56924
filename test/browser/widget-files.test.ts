import { expect } from 'vitest'
import { widgetTests } from '../support/browser/widget.ts'

const { test } = widgetTests()

test('the loader may be kept for five minutes, its modules for good, by pages of any origin', async ({
  service,
}) => {
  const loader = await fetch(`${service.baseUrl}/widget.js`)
  expect(loader.status).toBe(200)
  expect(loader.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(loader.headers.get('cache-control')).toBe('public, max-age=300')
  expect(loader.headers.get('access-control-allow-origin')).toBe('*')
  expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const etag = loader.headers.get('etag') ?? ''
  const again = await fetch(`${service.baseUrl}/widget.js`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const panel = /widget\/panel-[\w-]+\.js/.exec(await loader.text())?.[0]
  const module = await fetch(`${service.baseUrl}/${panel}`)
  expect(module.status).toBe(200)
  expect(module.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(module.headers.get('access-control-allow-origin')).toBe('*')
})

test('nothing else of the folder is served', async ({ service }) => {
  for (const path of ['widget/none.js', 'widget/..%2fmanifest.json', 'widget/manifest.json']) {
    expect((await fetch(`${service.baseUrl}/${path}`)).status, path).toBe(404)
  }
})
