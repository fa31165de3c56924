import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { consoleTests, pathOf, setupPath, signInAs } from '../support/browser/console.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
const OUT = process.env['SHOTS'] ?? join(import.meta.dirname, '../../docs/pictures')
const NAMES = ['keys-and-groups', 'sources', 'captcha', 'visibility', 'answering', 'rate-limits']
const ASKED = [
  'How do I rotate a key?',
  'Which sync waits for confirmation?',
  'Can I turn on CAPTCHA?',
]
const OWNER = 'ada@example.com'
const COLLEAGUES = [
  ['Grace Hopper', 'grace@example.com', 'admin'],
  ['Joan Clarke', 'joan@example.com', 'editor'],
  ['Mary Somerville', 'mary@example.com', 'viewer'],
] as const
const SIZE = { width: 1280, height: 800 }

beforeAll(() => mkdir(OUT, { recursive: true }))

const test = consoleTests(MANY_ATTEMPTS).extend('scene', { scope: 'file' }, async ({ service }) => {
  const { admin } = service
  const token = setupPath(service).split('#')[1] ?? ''
  await admin.account.setUp({ token, name: 'Ada Lovelace', email: OWNER, password: PASSWORD })
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
  for (const [name, email, role] of COLLEAGUES) {
    const invited = await admin.invitations.create(docs.workspaceId, { email, role })
    await admin.account.acceptInvitation({ token: invited.token, name, password: PASSWORD })
  }
  await admin.invitations.create(docs.workspaceId, {
    email: 'rosalind@example.com',
    role: 'editor',
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

for (const [name, view, shown, theme] of [
  ['people', 'people', 'rosalind@example.com', 'light'],
  ['audit', 'audit', 'widget.create', 'dark'],
  ['ai-tools', 'ai-tools', 'Make a key for AI tools', 'light'],
  ['security', 'account', 'This one', 'dark'],
  ['pages', 'pages', 'guides/sources', 'light'],
] as const) {
  test(name, async ({ console, scene }) => {
    const { page } = await console.open(`${scene.path}/${view}`, {
      ...SIZE,
      theme,
      isSignedOut: true,
    })
    await signInAs(page, OWNER, PASSWORD)
    await page.getByText(shown).first().waitFor()
    await page.getByRole('button', { name: 'Knowledge base: Acme docs' }).waitFor()
    await expect.poll(() => page.getByText('Loading').count()).toBe(0)
    await page.screenshot({ path: join(OUT, `console-${name}.png`), caret: 'hide' })
  })
}

test('forms', async ({ console, scene }) => {
  const { page } = await console.open(`${scene.path}/forms`, SIZE)
  const frame = page.frameLocator('iframe')
  await frame.locator('footnote-widget').waitFor({ state: 'attached' })
  await frame.getByLabel('How can we help?').fill('How do I rotate a key without downtime?')
  await frame.getByRole('button', { name: 'Send to support' }).click()
  await frame.getByRole('button', { name: 'No, send my message' }).waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(OUT, 'console-forms.png'), caret: 'hide' })
})
