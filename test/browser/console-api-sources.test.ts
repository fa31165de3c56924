import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { API_PRODUCTS } from '../support/api-products/api-products.ts'
import { axeFaults, consoleTests, buildPath } from '../support/browser/console.ts'
import { createKnowledge } from '../support/knowledge.ts'

const test = consoleTests({
  SECRETS_KEY: 'a key that seals secrets in the tests',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
})

async function picture(shown: Page, name: string): Promise<void> {
  const folder = process.env['FOOTNOTE_TEST_PICTURES']
  if (folder === undefined) return
  for (const width of [1440, 390]) {
    await shown.setViewportSize({ width, height: 900 })
    await shown.screenshot({ path: `${folder}/api-source-${name}-${width}.png`, fullPage: true })
  }
  await shown.setViewportSize({ width: 1440, height: 900 })
}

test.for(Object.entries(API_PRODUCTS))(
  '%s: connected in the console, asked, changed and cut off',
  async ([name, start], { console, service }) => {
    const product = await start()
    try {
      const { admin } = service
      const docs = await createKnowledge(service, `From ${name}`)
      const { knowledgeBaseId: id } = docs
      product.put(1, { title: 'Lamp', text: 'The lamp turns four times a minute.' })
      product.put(2, { title: 'Boat', text: 'The supply boat comes on Mondays.' })
      product.put(3, { title: 'Horn', text: 'The fog horn sounds every thirty seconds.' })
      const { page: shown, faults } = await console.open(`${buildPath(docs)}/sources`)
      const dialog = shown.getByRole('dialog').last()
      await shown.getByRole('button', { name: 'Connect a source' }).first().click()
      await dialog.getByLabel('Type').selectOption(product.form.kind)
      for (const [label, value] of Object.entries(product.form.fields)) {
        await dialog.getByLabel(label, { exact: true }).fill(value)
      }
      for (const [label, value] of Object.entries(product.form.choices ?? {})) {
        await dialog.getByLabel(label, { exact: true }).selectOption(value)
      }
      await dialog.getByLabel('Credentials').selectOption(product.signIn.kind)
      for (const [label, value] of Object.entries(product.signIn.fields)) {
        await dialog.getByLabel(label, { exact: true }).fill(value)
      }
      await dialog.getByLabel('Who can read these pages').selectOption('Everyone who can ask here')
      expect(await axeFaults(shown)).toEqual([])
      await picture(shown, `${name}-dialog`)
      await dialog.getByRole('button', { name: 'Connect and sync' }).click()
      const inStep = () =>
        shown.getByText('Up to date', { exact: true }).first().waitFor({ timeout: 120_000 })
      await inStep()
      await shown.getByText(`Signed in ${product.signedIn} since`).waitFor()
      expect(await axeFaults(shown)).toEqual([])
      await picture(shown, `${name}-source`)
      const sourceId = shown.url().split('/').at(-1) ?? ''
      const readers = await docs.client.search({ query: 'How often does the lamp turn?' })
      expect(readers.results.map(({ document }) => document.title)).toContain('Lamp')

      product.remove(3)
      product.put(2, { title: 'Boat', text: 'The supply boat comes on Thursdays.' })
      await shown.getByRole('button', { name: 'Sync now' }).click()
      const { changed, gone } = await untilSync(async () => {
        const { last_sync } = await admin.sources.get(id, sourceId)
        return last_sync?.state === 'completed' && last_sync.counts.gone === 1
          ? last_sync.counts
          : null
      })
      expect({ changed, gone }).toEqual({ changed: 1, gone: 1 })
      await picture(shown, `${name}-changed`)

      product.revoke()
      await shown.getByRole('button', { name: 'Sync now' }).click()
      const reason = await untilSync(async () => {
        const { last_sync } = await admin.sources.get(id, sourceId)
        return last_sync?.state === 'failed' ? last_sync.reason : null
      })
      await shown.getByText(reason).first().waitFor()
      await picture(shown, `${name}-revoked`)
      expect((await admin.sources.get(id, sourceId)).documents).toBe(2)

      product.restore()
      await shown.getByRole('button', { name: 'Replace credentials' }).click()
      for (const [label, value] of Object.entries(product.signIn.fields)) {
        await dialog.getByLabel(label, { exact: true }).fill(value)
      }
      await dialog.getByRole('button', { name: 'Test and save' }).click()
      await shown.getByText(`It can read ${product.reads}`).waitFor()
      await shown.getByRole('button', { name: 'Sync now' }).click()
      await inStep()
      expect(faults).toEqual([])
    } finally {
      await product.close()
    }
  },
)

async function untilSync<Result>(read: () => Promise<Result | null>): Promise<Result> {
  let result: Result | null = null
  await expect.poll(async () => (result = await read()), { timeout: 120_000 }).not.toBeNull()
  if (result === null) throw new Error('The sync did not end.')
  return result
}
