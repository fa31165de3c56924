import { expect } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { sharing } from '../support/sharing.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { adminPath, asOperator, publicPath, send, SOME_ID } from './support/wire.ts'

// On a busy machine the service starts slowly.
const { test } = sharing()

const url = (name: string) => `https://docs.example.com/${name}`
const HTML =
  '<html><body><nav>Menu</nav><main><h1>Tides</h1><p>Tides turn twice a day.</p>' +
  '<h2>Springs</h2><p>Springs are high.</p></main></body></html>'

async function createPages(service: Service): Promise<Knowledge> {
  const knowledge = await createKnowledge(service, 'Coast [docs]')
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
    { url: url('a(b)'), title: 'Odd [title]\nof two lines', content: 'Odd page.' },
    { url: url('tides'), content: HTML, content_type: 'text/html' },
    {
      url: url('unlisted'),
      content: '# Unlisted\n\nA canary of the attic.',
      visibility: 'unlisted',
    },
    {
      url: url('secret'),
      content: '# Secret\n\nA canary of the cellar.',
      visibility: 'restricted',
    },
  ])
  return knowledge
}

const change = (service: Service, { knowledgeBaseId }: Knowledge, json: object) =>
  send(service, adminPath(knowledgeBaseId, '').slice(0, -1), {
    method: 'PATCH',
    json,
    headers: asOperator,
  })

const get = (service: Service, knowledgeBaseId: string, file: string) =>
  send(service, publicPath(knowledgeBaseId, file))

const FILES = ['llms.txt', 'llms-full.txt', `page.md?url=${encodeURIComponent(url('keys'))}`]

const statuses = (service: Service, knowledgeBaseId: string) =>
  Promise.all(FILES.map(async (file) => (await get(service, knowledgeBaseId, file)).status))

test('nothing is shown without a key unless the operator says so, each by its own setting', async ({
  service,
}) => {
  const knowledge = await createPages(service)
  const { knowledgeBaseId } = knowledge
  expect(await statuses(service, knowledgeBaseId)).toEqual([404, 404, 404])
  expect(await statuses(service, SOME_ID)).toEqual([404, 404, 404])
  expect(await statuses(service, 'no-id')).toEqual([404, 404, 404])
  const on = await change(service, knowledge, { llms_txt: true })
  expect(on).toMatchObject({ status: 200, body: { llms_txt: true, page_markdown: false } })
  expect(await statuses(service, knowledgeBaseId)).toEqual([200, 200, 404])
  await change(service, knowledge, { llms_txt: false, page_markdown: true })
  expect(await statuses(service, knowledgeBaseId)).toEqual([404, 404, 200])
  await change(service, knowledge, { page_markdown: false })
  expect(await statuses(service, knowledgeBaseId)).toEqual([404, 404, 404])
})

test('the list and the full text have the public documents and no others', async ({ service }) => {
  const knowledge = await createPages(service)
  await change(service, knowledge, { llms_txt: true })
  const list = await get(service, knowledge.knowledgeBaseId, 'llms.txt')
  expect(list.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(list.text).toBe(
    [
      '# Coast [docs]\n\n## Pages\n\n',
      `- [Odd \\[title\\] of two lines](${url('a%28b%29')})\n`,
      `- [Keys](${url('keys')})\n`,
      `- [Tides](${url('tides')})\n`,
    ].join(''),
  )
  const full = await get(service, knowledge.knowledgeBaseId, 'llms-full.txt')
  expect(full.text).toContain(`Source: ${url('keys')}\n\n# Keys\n\nReset a key under Settings.\n`)
  expect(full.text).toMatch(
    /# Tides\n\n[^]*Tides turn twice a day\.[^]*Springs\n\nSprings are high/,
  )
  expect(full.text).not.toMatch(/canary|<p>|Menu/)
})

test('a page is shown as markdown by its URL, if it is public', async ({ service }) => {
  const knowledge = await createPages(service)
  await change(service, knowledge, { page_markdown: true })
  const page = (name: string) =>
    get(service, knowledge.knowledgeBaseId, `page.md?url=${encodeURIComponent(url(name))}`)
  expect((await page('keys')).text).toBe('# Keys\n\nReset a key under Settings.')
  expect((await page('tides')).text).toContain('Tides turn twice a day.')
  for (const name of ['unlisted', 'secret', 'nowhere']) {
    expect(await page(name), name).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  const wrong = await get(service, knowledge.knowledgeBaseId, 'page.md?url=keys')
  expect(wrong).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('the same URL returns markdown to tools that ask for it, and redirects others to the page', async ({
  service,
}) => {
  const knowledge = await createPages(service)
  await change(service, knowledge, { page_markdown: true })
  const page = (name: string, accept: string) =>
    fetch(
      `${service.baseUrl}${publicPath(knowledge.knowledgeBaseId, 'page')}?url=${encodeURIComponent(url(name))}`,
      { headers: { accept }, redirect: 'manual' },
    )
  const read = await page('keys', 'text/markdown, text/html;q=0.8')
  expect(await read.text()).toBe('# Keys\n\nReset a key under Settings.')
  expect(read.headers.get('vary')).toContain('accept')
  const seen = await page('keys', 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect([seen.status, seen.headers.get('location')]).toEqual([302, url('keys')])
  expect(seen.headers.get('cache-control')).toBe('no-store')
  for (const accept of ['text/markdown', 'text/html']) {
    expect((await page('secret', accept)).status, accept).toBe(404)
    // Not a way to send readers anywhere else.
    expect((await page('nowhere', accept)).status, accept).toBe(404)
  }
})

test('a page that is restricted is gone with the next request, and no cache may keep it', async ({
  service,
}) => {
  const knowledge = await createPages(service)
  await change(service, knowledge, { llms_txt: true, page_markdown: true })
  for (const file of FILES) {
    const reply = await get(service, knowledge.knowledgeBaseId, file)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.text).toMatch(/keys/i)
  }
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key.', visibility: 'restricted' },
  ])
  for (const file of FILES) {
    expect((await get(service, knowledge.knowledgeBaseId, file)).text).not.toMatch(/# Keys|\[Keys/)
  }
})

test('another knowledge base is not in the files, and readers without a key are limited too', async ({
  service,
  database,
  embeddings,
}) => {
  const knowledge = await createPages(service)
  const other = await createKnowledge(service, 'Other')
  await putPages(service, other.knowledgeBaseId, [
    { url: url('other'), content: 'Foreign canary.' },
  ])
  await change(service, knowledge, { llms_txt: true })
  await change(service, other, { llms_txt: true })
  const full = await get(service, knowledge.knowledgeBaseId, 'llms-full.txt')
  expect(full.text).not.toContain('canary')
  const env = { ...steeredBy(embeddings), RATE_LIMIT_PER_ADDRESS: '2' }
  await using strict = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
  const met = []
  for (const _ of [1, 2, 3]) {
    met.push((await get(strict, knowledge.knowledgeBaseId, 'llms.txt')).status)
  }
  expect(met).toEqual([200, 200, 429])
})

test('none of 300 pages is missing', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await change(service, knowledge, { llms_txt: true })
  const pages = Array.from({ length: 300 }, (_, at) => ({
    url: url(`page-${String(at).padStart(3, '0')}`),
    content: `# Page ${at}\n\nText of page ${at}.`,
  }))
  await putPages(service, knowledge.knowledgeBaseId, pages)
  const list = await get(service, knowledge.knowledgeBaseId, 'llms.txt')
  expect(list.text.match(/^- \[/gm)).toHaveLength(300)
  const full = await get(service, knowledge.knowledgeBaseId, 'llms-full.txt')
  expect(full.text.match(/^Source: /gm)).toHaveLength(300)
})
