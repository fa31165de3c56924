import { afterAll, expect } from 'vitest'
import { startDocsSite } from '../fakes/docs-site.ts'
import { axeFaults, consoleTests, pathOf } from '../support/browser/console.ts'
import { go } from '../support/browser/every-page.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'

const PAGES = ['/', '/keys', '/roles'].map((path) => ({
  path,
  title: `About ${path}`,
  markdown: `# About ${path}\n\nAll there is to say about ${path}.`,
}))
// /broken/1 answers with 500, always.
const site = await startDocsSite(PAGES, ['/broken/1'])
afterAll(() => site.close())

const test = consoleTests({ FETCH_ALLOWED_PRIVATE_HOSTS: new URL(site.origin).host })

test('a page that fails shows wherever its source does, and the source is not in step', async ({
  console,
  service,
}) => {
  const { admin } = service
  const docs = await createKnowledge(service, 'Acme docs')
  const { knowledgeBaseId } = docs
  const { id } = await admin.sources.create(knowledgeBaseId, {
    name: 'Docs site',
    settings: { type: 'website', url: `${site.origin}/` },
    sync: false,
  })
  const sync = async () => {
    await admin.syncs.start(knowledgeBaseId, id)
    const state = async () => (await admin.sources.get(knowledgeBaseId, id)).last_sync?.state
    await expect.poll(state, { timeout: 120_000 }).toBe('completed')
  }
  await sync()
  const { sources } = await admin.sources.list(knowledgeBaseId)
  const listed = sources.find((source) => source.id === id)
  expect(listed?.failed_pages).toBe(1)

  // A page that was read before fails too, and readers keep its previous text.
  site.fail('/keys')
  await sync()
  const { failed_pages: failed } = await admin.sources.get(knowledgeBaseId, id)
  const { pages } = await admin.sources.pages(knowledgeBaseId, id, { state: 'failed' })
  expect(pages).toHaveLength(failed)
  const found = Object.fromEntries(
    pages.map(({ key, document_state }) => [key.replace(site.origin, ''), document_state]),
  )
  expect(found).toMatchObject({ '/broken/1': null, '/keys': 'indexed' })
  const { stdout } = await runAsOperator(service, [
    'sources',
    'list',
    '--knowledge-base',
    knowledgeBaseId,
  ])
  const [headings = [], ...rows] = stdout.split('\n').map((line) => line.split(/ {2,}/))
  const row = rows.find(([first]) => first === id)
  expect(row?.[headings.indexOf('FAILED')]).toBe(String(failed))

  const path = pathOf(docs)
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 375]) {
      const { page, faults } = await console.open(path, { theme, width })
      const picture = async (name: string) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await axeFaults(page)).toEqual([])
        const folder = process.env['FOOTNOTE_TEST_PICTURES']
        if (folder === undefined) return
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true })
      }
      await page
        .getByRole('link', { name: `${failed} pages could not be read or indexed` })
        .waitFor()
      await picture('overview')
      await page.getByRole('link', { name: `${failed} pages could not be read or indexed` }).click()
      const table = page.getByRole('group', { name: 'Could not be read or indexed: Docs site' })
      await table.getByText(`${site.origin}/broken/1 answers with status 500`).waitFor()
      await table.getByText('Readers find its previous text.').first().waitFor()
      await table.getByText('Readers find nothing of it.').first().waitFor()
      expect(await page.getByText('No page matches').count()).toBe(0)
      await picture('pages-failed')
      await go(page, service.baseUrl, `${path}/sources`)
      await page.getByText(`${failed} pages failed`, { exact: true }).waitFor()
      expect(await page.getByText('In step').count()).toBe(0)
      await picture('sources')
      await page.getByRole('link', { name: 'Docs site' }).click()
      await page.getByText(`${failed} pages failed`, { exact: true }).waitFor()
      expect(await page.getByText('In step').count()).toBe(0)
      await picture('source')
      expect(faults).toEqual([])
    }
  }
})
