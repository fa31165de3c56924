import { afterAll, expect } from 'vitest'
import { startDocsSite } from '../fakes/docs-site.ts'
import { axeFaults, consoleTests, buildPath } from '../support/browser/console.ts'
import { go } from '../support/browser/every-page.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'

const PAGES = ['/', '/keys', '/roles'].map((path) => ({
  path,
  title: `About ${path}`,
  markdown: `# About ${path}\n\nAll there is to say about ${path}.`,
}))
// /broken/1 answers with 500, always, and /huge/page is too large.
const site = await startDocsSite(PAGES, ['/broken/1', '/huge/page'])
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
  expect(listed).toMatchObject({ failed_pages: 1, skipped_pages: 1 })
  expect(listed?.last_sync?.counts).toMatchObject({ failed: 1, skipped: 1 })

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
  const printed = async (...args: string[]) => {
    const command = ['sources', ...args, '--knowledge-base', knowledgeBaseId]
    const { stdout } = await runAsOperator(service, command)
    const [headings = [], ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
    return rows.map((row) => Object.fromEntries(headings.map((name, at) => [name, row[at]])))
  }
  const counted = { FAILED: String(failed), SKIPPED: '1' }
  expect((await printed('list')).find(({ ID }) => ID === id)).toMatchObject(counted)
  expect((await printed('history', id))[0]).toMatchObject(counted)
  expect(await printed('pages', id, '--state', 'skipped')).toMatchObject([
    {
      STATE: 'skipped',
      PAGE: `${site.origin}/huge/page`,
      REASON: expect.stringContaining('25 MB'),
    },
  ])

  const { last_sync } = await admin.sources.get(knowledgeBaseId, id)
  const unchanged = last_sync?.counts.unchanged ?? 0
  const inStep = `${unchanged} of ${unchanged + failed} pages, ${failed} failed`
  const path = buildPath(docs)
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
      await table.getByText('Readers still find its previous text.').first().waitFor()
      await table.getByText('Readers cannot find it.').first().waitFor()
      expect(await page.getByText('No pages match').count()).toBe(0)
      await picture('pages-failed')
      await go(page, service.baseUrl, path)
      await page.getByRole('link', { name: '1 page skipped' }).click()
      const skipped = page.getByRole('group', { name: 'Skipped: Docs site' })
      await skipped.getByText(`${site.origin}/huge/page`).waitFor()
      await skipped.getByText('It is larger than 25 MB.').waitFor()
      await skipped.getByText('Readers cannot find it.').waitFor()
      expect(await page.getByText('No pages match').count()).toBe(0)
      await picture('pages-skipped')
      await go(page, service.baseUrl, `${path}/sources`)
      await page.getByText('1 page skipped').waitFor()
      await page.getByText(inStep, { exact: true }).waitFor()
      expect(await page.getByText('Up to date').count()).toBe(0)
      await picture('sources')
      await page.getByRole('link', { name: 'Docs site' }).click()
      await page.getByRole('heading', { level: 1, name: 'Docs site' }).waitFor()
      await page.getByText(inStep, { exact: true }).waitFor()
      expect(await page.getByText('Up to date').count()).toBe(0)
      await page.getByRole('link', { name: 'Ask now' }).waitFor()
      const broken = page.getByRole('link', { name: `${site.origin}/broken/1`, exact: true })
      expect(await broken.getAttribute('href')).toBe(`${site.origin}/broken/1`)
      await picture('source')
      const skippedNow = page.getByRole('definition').getByRole('link', { name: '1', exact: true })
      await skippedNow.click()
      await page.getByRole('cell', { name: `${site.origin}/huge/page` }).waitFor()
      expect(await page.getByRole('cell', { name: `${site.origin}/broken/1` }).count()).toBe(0)
      expect(faults).toEqual([])
    }
  }
})
