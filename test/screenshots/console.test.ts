import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { consoleTests, buildPath, setupPath, signInAs } from '../support/browser/console.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { MODEL_DIR } from '../support/service.ts'
import { asTenant } from '../support/store/stored-messages.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
const OUT = process.env['SHOTS'] ?? join(import.meta.dirname, '../../docs/pictures')
const NAMES = ['keys-and-groups', 'sources', 'captcha', 'visibility', 'answering', 'rate-limits']
const ASKED = [
  'How do I rotate a key?',
  'Which sync waits for confirmation?',
  'Can I turn on CAPTCHA?',
] as const
/** Not in the pages, and asked this often. */
const MISSED = [
  ['Can I pay by invoice?', 4],
  ['Is there a Slack bot?', 3],
  ['Which regions can I host in?', 2],
] as const
const OWNER = 'ada@example.com'
const COLLEAGUES = [
  ['Grace Hopper', 'grace@example.com', 'admin'],
  ['Joan Clarke', 'joan@example.com', 'editor'],
  ['Mary Somerville', 'mary@example.com', 'viewer'],
] as const
const SIZE = { width: 1280, height: 800 }

beforeAll(() => mkdir(OUT, { recursive: true }))

/** Real vectors: with those of the other tests, questions that differ would be one gap. */
const REAL_VECTORS = {
  EMBEDDING_MODEL_DIR: MODEL_DIR,
  EMBEDDING_URL: '',
  EMBEDDING_MODEL: '',
  EMBEDDING_DIMENSIONS: '',
  EMBEDDING_UNRELATED_COSINE: '',
}

const test = consoleTests({ ...MANY_ATTEMPTS, ...REAL_VECTORS }).extend(
  'scene',
  { scope: 'file' },
  async ({ service, database }) => {
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
    const missed = MISSED.flatMap(([query, times]) => Array.from({ length: times }, () => query))
    for (const query of [...missed, ...ASKED]) {
      for await (const frame of docs.client.ask({ query })) void frame
    }
    const areGrouped = async () =>
      (await admin.gaps.list(docs.knowledgeBaseId)).gaps.length === MISSED.length
    while (!(await areGrouped())) await sleep(200)
    await asTenant(database.ownerUrl, docs, (client) =>
      client.query(COUNTS, [docs.knowledgeBaseId]),
    )
    return { path: buildPath(docs), widgetId: widget.id }
  },
)

test('overview', async ({ console, scene }) => {
  const { page } = await console.open(scene.path, SIZE)
  await page.getByRole('button', { name: 'Hide the checklist' }).click()
  await page.getByText(ASKED[0]).waitFor()
  await page.getByText('Largest: “Can I pay by invoice?”').waitFor()
  await expect.poll(() => page.getByText('Loading').count()).toBe(0)
  await page.mouse.move(0, 0)
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
  ['ai-tools', 'ai-tools', 'Create a key for AI tools', 'light'],
  ['security', 'account', 'This session', 'dark'],
  ['pages', 'pages', 'guides/sources', 'light'],
  ['questions', 'questions', ASKED[0], 'light'],
  ['gaps', 'gaps', 'Can I pay by invoice?', 'light'],
  ['analytics', 'analytics', 'the last 30 days', 'light'],
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

/** Sixty days of questions, fewer at weekends, and more of them covered as time goes by. */
const COUNTS = `
  insert into answer_counts (knowledge_base_id, day, source, widget_id, key_id, model, language,
    questions, covered, failed, rated_up, rated_down, first_delta_ms, total_ms)
  select $1, day, 'widget', no_id(), no_id(), 'openai/small', 'en', asked,
    asked * (90 - ago / 4) / 100, ago % 3, asked / 8, asked / 40,
    count_time(array_fill(0, array[56]), 600 + ago * 12),
    count_time(array_fill(0, array[56]), 2400 + ago * 20)
  from generate_series(0, 59) ago,
    lateral (select (now() at time zone 'utc')::date - ago as day) _,
    lateral (select (case when extract(isodow from day) > 5 then 60 else 140 end) + ago * 37 % 41
               - ago / 2 as asked) __`
