import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { consoleTests, pathOf } from '../support/browser/console.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
const OUT = process.env['SHOTS'] ?? join(import.meta.dirname, '../../docs/pictures')
const NAMES = ['keys-and-groups', 'sources', 'captcha', 'visibility', 'answering', 'rate-limits']
const ASKED = ['How do I rotate a key?', 'What is a held sync?', 'Can I turn on CAPTCHA?']
const SIZE = { width: 1280, height: 800 }

beforeAll(() => mkdir(OUT, { recursive: true }))

const test = consoleTests().extend('scene', { scope: 'file' }, async ({ service }) => {
  const docs = await createKnowledge(service, 'Acme docs')
  const pages = await Promise.all(
    NAMES.map(async (name) => ({
      url: `https://docs.acme.example/guides/${name}`,
      content: await readFile(join(GUIDES, `${name}.md`), 'utf8'),
    })),
  )
  await putPages(service, docs.knowledgeBaseId, pages)
  const widget = await service.admin.widgets.create(docs.knowledgeBaseId, {
    name: 'Help centre',
    allowed_origins: ['https://docs.acme.example'],
    config: { mode: 'inline', accent: '#7a3e6b' },
  })
  for (const query of ASKED) for await (const frame of docs.client.ask({ query })) void frame
  return { path: pathOf(docs), widgetId: widget.id }
})

test('overview', async ({ console, scene }) => {
  const { page } = await console.open(scene.path, SIZE)
  await page.getByText(ASKED[0] ?? '').waitFor()
  await page.getByText('From nothing to a widget').waitFor()
  await page.screenshot({ path: join(OUT, 'console-overview.png'), caret: 'hide' })
})

test('playground', async ({ console, scene }) => {
  const question = encodeURIComponent('How do I rotate a key without downtime?')
  const { page } = await console.open(`${scene.path}/playground?q=${question}`, SIZE)
  await page.getByText('cited', { exact: true }).first().waitFor()
  await page.screenshot({ path: join(OUT, 'console-playground.png'), caret: 'hide' })
})

test('widget', async ({ console, scene }) => {
  const { page } = await console.open(`${scene.path}/widgets/${scene.widgetId}`, {
    ...SIZE,
    theme: 'dark',
  })
  const widget = page.frameLocator('iframe').locator('footnote-widget')
  await widget.locator('.composer textarea').waitFor()
  await expect.poll(() => page.getByText('Loading').count()).toBe(0)
  await page.screenshot({ path: join(OUT, 'console-widget.png'), caret: 'hide' })
})
