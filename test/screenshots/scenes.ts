import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { renderPage } from '../../cli/src/demo/docs-page.ts'
import { cuts, hangs, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import type { ShowOptions } from '../support/browser/widget-page.ts'
import { askIn, getPanel, QUESTION } from '../support/browser/widget-page.ts'

export const OUT = process.env['SHOTS'] ?? join(import.meta.dirname, '../../docs/pictures')
export const ASKED = 'How do I rotate a key without downtime?'
const REQUEST_ID = '01a1e159-54ca-7491-a0a0-b20bd49512bd'

/** Debian's system font is wider than what most readers have. */
export const FONT = `body, footnote-widget { --fn-font: 'Liberation Sans', sans-serif; font-family: var(--fn-font) }`

/** A page of our documentation under the widget. */
export function onDocs(theme: 'light' | 'dark', options: ShowOptions = {}): ShowOptions {
  const html = renderPage({
    content:
      '<h1>Keys and source groups</h1><p>A public key stands in a page, so it can be read by anybody. A secret pair belongs to a server. Both belong to one knowledge base, and both can be limited to some of its source groups.</p><h2>Rotate and revoke</h2><p>Keys do not expire. To rotate one, create a second key, put it where the old one was, then revoke the old one. Every process refuses it within five seconds.</p><pre><code>footnote keys create --name "Docs site"\nfootnote keys list</code></pre><h2>Source groups</h2><p>A group is a part of a knowledge base that a key or a question can be limited to. A document is in one group or in none.</p><p>Groups are for what different readers may see: the guides for everybody, the reference for those who signed in.</p>',
    title: 'Keys',
    path: '/guides/keys-and-groups',
    mode: options.attributes?.['data-mode'] ?? 'floating',
    embedded: undefined,
  })
  const [, head = ''] = /<style>([^]*)<\/style>/.exec(html) ?? []
  const [, body = ''] = /<body>([^]*?)<script>/.exec(html) ?? []
  return {
    head: `<style>${head}${FONT}</style><script>document.documentElement.dataset.theme = '${theme}'</script>`,
    body,
    ...options,
    context: {
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1.5,
      colorScheme: theme,
      ...options.context,
    },
    attributes: { 'data-target': '#assistant', ...options.attributes },
  }
}

/** Nothing in a picture depends on when it was taken. */
export const withFixedTime = (page: Page): Promise<void> =>
  page.clock.setFixedTime('2026-01-15T10:00:00Z')

export async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(OUT, `${name}.png`), caret: 'hide', animations: 'disabled' })
}

const withFixedRequestId = (page: Page): Promise<unknown> =>
  page.route('**/chat', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    const fixed = body.replace(/"request_id":"[^"]+"/, `"request_id":"${REQUEST_ID}"`)
    await route.fulfill({ response, body: fixed })
  })

type Scene = { page: Page; model: ModelServer; service: Service; docs: Knowledge }

/** How each state comes about, from an open panel. */
export const STATES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  empty: async () => undefined,
  async loading({ page, model }) {
    model.script(hangs())
    await askIn(page, ASKED)
    await getPanel(page).locator('.found').waitFor()
  },
  async streaming({ page, model }) {
    const pieces = [
      'Keys do not expire, so rotate them yourself [1]. ',
      'Create the second key first, ',
    ]
    model.script(hangs(...pieces, 'then '))
    await askIn(page, ASKED)
    await getPanel(page).getByText('Create the second').waitFor()
  },
  async 'not-covered'({ page, model }) {
    model.script(says('The documentation does not say whether a key can be rotated on a schedule.'))
    await askIn(page, 'Can I rotate a key on a schedule?')
    await getPanel(page).locator('.arrow').first().waitFor()
  },
  async failed({ page, model }) {
    model.script(cuts('Keys do not expire, so rotate '))
    await withFixedRequestId(page)
    await askIn(page, ASKED)
    await getPanel(page).getByRole('alert').waitFor()
  },
  async 'quota-exceeded'({ page, service, docs }) {
    const allow = (count: number) =>
      service.admin.workspaces.change(docs.workspaceId, { monthly_question_allowance: count })
    await withFixedRequestId(page)
    await allow(0)
    await askIn(page, ASKED)
    await getPanel(page).getByRole('alert').waitFor()
    await allow(1_000)
  },
  async 'rate-limited'({ page }) {
    await page.route('**/chat', (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'retry-after': '12',
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
        },
        json: {
          error: 'Too many requests. Please wait a moment and try again.',
          code: 'RATE_LIMITED',
        },
      }),
    )
    await askIn(page, ASKED)
    await getPanel(page).getByRole('alert').waitFor()
  },
  async offline({ page }) {
    await page.context().setOffline(true)
    await askIn(page, QUESTION)
    await getPanel(page).getByText('Waiting for the network').waitFor()
  },
}

export const ARABIC = {
  name: 'وثائق أكمي',
  question: 'كيف أبدّل المفاتيح دون توقف؟',
  starters: ['ما أنواع المفاتيح؟', 'كيف أحصر مفتاحًا في مجموعة؟'],
  page: {
    url: 'https://docs.acme.example/ar/guides/keys',
    title: 'المفاتيح ومجموعات المصادر',
    content:
      '# المفاتيح ومجموعات المصادر\n\n## التبديل والإبطال\n\nلا تنتهي صلاحية المفاتيح، لذا بدّلها بنفسك. أنشئ مفتاحًا ثانيًا أولًا؛ يمكن أن يكون لقاعدة المعرفة أي عدد من المفاتيح. أنشئ مفتاحًا جديدًا وضعه مكان القديم، ثم أبطل المفتاح القديم. ترفضه كل العمليات خلال 5 ثوانٍ.',
  },
  answer:
    'لا تنتهي صلاحية المفاتيح، لذا بدّلها بنفسك. أنشئ مفتاحًا ثانيًا أولًا؛ يمكن أن يكون لقاعدة المعرفة أي عدد من المفاتيح [1].\n\n1. أنشئ مفتاحًا جديدًا وضعه مكان القديم [1].\n2. أبطل المفتاح القديم. ترفضه كل العمليات خلال 5 ثوانٍ [1].\n\n```sh\nfootnote keys create --name "Docs site"\nfootnote keys revoke 0199c1f3-5260\n```\n',
}
