import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { MANY_ATTEMPTS, PASSWORD } from '../acceptance/support/people.ts'
import { consoleTests, buildPath, signInAs } from '../support/browser/console.ts'
import { go } from '../support/browser/every-page.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'

/** What it tries to run says so here, and in a request that the browser would send. */
const CODE = 'window.ran=1'

/** Each in names, titles, questions and Markdown. */
const HOSTILE = [
  `<script>${CODE}</script>`,
  `<img src=x onerror=${CODE}>`,
  `<svg onload=${CODE}><animate onbegin=${CODE} attributeName=x></svg>`,
  `"><details open ontoggle=${CODE}>`,
  `' autofocus onfocus=${CODE} x='`,
  `[click](javascript:${CODE})`,
  `<a href="javascript:${CODE}">click</a>`,
  `![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InRvcC5yYW49MSIvPg==)`,
  `<iframe srcdoc="<script>top.ran=1</script>"></iframe>`,
  `<object data="data:text/html,<script>top.ran=1</script>"></object>`,
  `<style>@import "https://evil.example/x.css"</style><base href="https://evil.example/">`,
  '{{constructor.constructor("window.ran=1")()}}',
]
const ALL = HOSTILE.join(' ')
/** Names have 200 characters at most. */
const nameWith = (at: number): string => `${HOSTILE[at % HOSTILE.length]} ${at}`

const SECRETS_KEY = 'a key for the tests, 32 characters'

const test = consoleTests({ ...MANY_ATTEMPTS, SECRETS_KEY }).extend(
  'scene',
  { scope: 'file' },
  ({ service }) => fillWithHostileTexts(service),
)

async function fillWithHostileTexts(service: Service) {
  const { admin } = service
  const docs = await createKnowledge(service, nameWith(0))
  const id = docs.knowledgeBaseId
  const email = 'ada@example.com'
  const invited = await admin.invitations.create(docs.workspaceId, { email, role: 'owner' })
  const person = { token: invited.token, name: `Ada ${HOSTILE[1]}`, password: PASSWORD }
  await admin.account.acceptInvitation(person)
  const group = await admin.groups.create(id, { name: nameWith(1) })
  const documentIds = await putPages(
    service,
    id,
    HOSTILE.map((text, at) => ({
      url: `https://docs.acme.example/${at}?q=${encodeURIComponent(text)}`,
      title: `Rotating keys ${text}`,
      content: `# Rotating keys ${text}\n\nHow to rotate keys.\n\n## ${text}\n\n${HOSTILE.join('\n\n')}`,
    })),
  )
  const widget = await admin.widgets.create(id, {
    name: nameWith(2),
    allowed_origins: ['https://docs.acme.example'],
    voice: ALL,
    config: { product_name: nameWith(3), disclaimer: ALL.slice(0, 500) },
  })
  const source = await admin.sources.create(id, {
    name: nameWith(4),
    settings: { type: 'files', base_url: 'https://files.acme.example/' },
    group_id: group.id,
    sync: false,
  })
  await admin.keys.create(id, { name: nameWith(5), kind: 'public', allowed_group_ids: [group.id] })
  await admin.webhooks.create(docs.workspaceId, {
    url: `https://hooks.example.com/?${encodeURIComponent(ALL)}`,
    events: ['sync.failed'],
  })
  const set = await admin.questionSets.create(id, { name: nameWith(6) })
  await admin.questionSets.addQuestions(id, set.id, {
    items: HOSTILE.map((question) => ({ question, must_say: [question] })),
  })
  for (const text of HOSTILE) {
    const query = `How do I rotate keys? ${text}`
    for await (const frame of docs.client.ask({ query, user: { id: text } })) void frame
  }
  const { messages } = await admin.messages.list(id)
  const asked = messages[0]?.id ?? ''
  await admin.messages.review(id, asked, { tags: [HOSTILE[0] ?? ''], note: ALL })
  await docs.client.rate({ message_id: asked, rating: 'down', comment: ALL.slice(0, 1000) })
  const path = buildPath(docs)
  return { docs, email, path, documentIds, asked, pages: getPages(path) }

  function getPages(base: string): string[] {
    const views = [
      '',
      '/questions',
      `/questions?open=${asked}`,
      '/gaps',
      '/evaluations',
      '/analytics',
      '/playground',
      '/sources',
      `/sources/${source.id}`,
      '/pages',
      ...documentIds.map((document) => `/pages/${document}`),
      '/groups',
      '/widgets',
      `/widgets/${widget.id}`,
      '/forms',
      '/ai-tools',
      '/keys',
      '/settings',
      '/models',
      '/limits',
      '/people',
      '/sign-in',
      '/audit',
      '/retention',
      '/webhooks',
      '/account',
    ]
    return views.map((view) => base + view)
  }
}

/** What an injected text would have left behind, in the page and in the frames of previews. */
async function expectNothingRan(page: Page, where: string): Promise<void> {
  expect(await page.evaluate('globalThis.ran'), where).toBeUndefined()
  for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
    const ran = await frame.evaluate('globalThis.ran').catch((error: unknown) => {
      // The page before had it.
      if (frame.isDetached()) return undefined
      throw error
    })
    expect(ran, where).toBeUndefined()
  }
  const found = await page.evaluate<string[]>(`
    [...document.querySelectorAll('#root *, dialog *')].flatMap((each) => [
      ...(/^(script|iframe|object|embed|base|style|animate)$/i.test(each.localName) &&
        !(each.localName === 'iframe' && each.getAttribute('src')?.startsWith('/console/preview'))
        ? [each.outerHTML.slice(0, 200)] : []),
      ...[...each.attributes].filter(({ name, value }) => /^on/i.test(name) ||
        (/^(href|src|action|formaction|srcdoc|data|xlink:href)$/i.test(name) &&
          /^[\\s\\0-\\x20]*(javascript|vbscript|data):/i.test(value)))
        .map(({ name, value }) => each.localName + ' ' + name + '=' + value),
    ])`)
  expect(found, where).toEqual([])
}

test('nothing of a hostile text runs on any page of the console', async ({
  console,
  service,
  scene,
}) => {
  const { page, faults } = await console.open(scene.path, { isSignedOut: true })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signInAs(page, scene.email, PASSWORD)
  for (const path of scene.pages) {
    await go(page, service.baseUrl, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByText('Loading').count(), { message: path }).toBe(0)
    await expectNothingRan(page, path)
  }
  // The text is there as it was written, so the pages did show it.
  await go(page, service.baseUrl, `${scene.path}/groups`)
  await page.getByText(nameWith(1)).first().waitFor()
  await go(page, service.baseUrl, `${scene.path}/questions`)
  await page.getByText(`How do I rotate keys? ${HOSTILE[0]}`).first().waitFor()
  expect(dialogs).toEqual([])
  expect(faults).toEqual([])
})

test('an answer from hostile pages runs nothing, in the playground and in what it cites', async ({
  console,
  scene,
}) => {
  const { page, faults } = await console.open(`${scene.path}/playground`)
  const input = page.getByLabel('Ask as a reader would…')
  for (const text of HOSTILE.slice(0, 4)) {
    await input.fill(`How do I rotate keys? ${text}`)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Sources' }).last().waitFor()
    await expectNothingRan(page, text)
  }
  for (const link of await page.getByRole('region', { name: 'Sources' }).getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(
      /^(https:\/\/docs\.acme\.example\/|\/console\/)/,
    )
  }
  expect(faults).toEqual([])
})
