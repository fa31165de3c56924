import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { makeZip } from '../../../server/src/parsing/fixtures/make-zip.ts'
import { consoleTests, pathOf } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { putPages } from '../../support/knowledge.ts'
import { MODEL_DIR } from '../../support/service.ts'
import { createFiles, syncNow } from '../../support/sources.ts'
import { readRows } from '../../support/store/services.ts'

// Two embedding models: its own weights, and the tests' server.
const test = consoleTests({
  EMBEDDING_MODEL_DIR: MODEL_DIR,
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8',
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const FILES = {
  'valve.md': '# The valve\n\nTurn the valve by hand.',
  'pump.md': '# The pump\n\nPrime the pump with water.',
  'wrench.md': '# The wrench\n\nThe wrench hangs beside the door.',
}

/** It takes connections and says nothing. */
async function startSilentSite(): Promise<string> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('a source is connected, its sync cancelled, and it is changed, paused and synced', async ({
  console,
  database,
  knowledge,
}) => {
  const where = `where knowledge_base_id = '${knowledge.knowledgeBaseId}'`
  const sources = () =>
    readRows(database, `select name, settings, paused from sources ${where} and type = 'website'`)
  const syncs = () =>
    readRows(database, `select trigger, state from syncs ${where} order by created_at, id`)
  const url = await startSilentSite()
  const { page, faults } = await console.open(`${pathOf(knowledge)}/sources`)
  await button(page, 'Connect a source').first().click()
  await page.getByLabel('Address of the site').fill(url)
  await page.getByLabel('Name', { exact: true }).fill('Site')
  await presses(page, 'sources.create', () => button(page, 'Connect and sync').click())
  await page.getByText('Connected: the first sync has begun').waitFor()
  expect(await sources()).toMatchObject([{ name: 'Site', settings: { url }, paused: false }])
  await presses(page, 'syncs.cancel', () => button(page, 'Cancel sync').click())
  await expect.poll(syncs).toEqual([{ trigger: 'created', state: 'cancelled' }])

  await presses(page, 'sources.change', () => button(page, 'Pause').click())
  await button(page, 'Resume').waitFor()
  expect(await sources()).toMatchObject([{ paused: true }])
  await button(page, 'Resume').click()
  await button(page, 'Pause').waitFor()
  expect(await sources()).toMatchObject([{ paused: false }])
  await page.getByLabel('Name', { exact: true }).fill('Manual')
  await page.getByLabel('Only these paths').fill('/docs/**')
  await presses(page, 'sources.change', () => button(page, 'Save').click())
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await sources()).toMatchObject([
    { name: 'Manual', settings: { url, include: ['/docs/**'] } },
  ])
  await presses(page, 'syncs.start', () => button(page, 'Sync now').click())
  await expect.poll(async () => (await syncs())[1]).toMatchObject({ trigger: 'manual' })
  await button(page, 'Cancel sync').click()
  await expect.poll(syncs).toMatchObject([{}, { state: 'cancelled' }])
  expect(faults).toEqual([])
})

test('files are uploaded, and the deletions of a held sync are discarded, then confirmed', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const where = `where knowledge_base_id = '${knowledgeBaseId}'`
  const urls = async () => {
    const rows = await readRows<{ url: string }>(
      database,
      `select url from documents ${where} order by url`,
    )
    return rows.map(({ url }) => url.split('/').at(-1))
  }
  const deletions = () =>
    readRows(
      database,
      `select deletions, state from syncs ${where} order by created_at desc, id desc limit 1`,
    )
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, knowledgeBaseId, source.id)
  const remove = (path: string) =>
    service.admin.sourceFiles.remove(knowledgeBaseId, source.id, path)
  const { page, faults } = await console.open(`${pathOf(knowledge)}/sources/${source.id}`)
  await presses(page, 'sourceFiles.put', () =>
    page.getByLabel('Upload files').setInputFiles({
      name: 'boiler.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# The boiler\n\nLight it with a long match.'),
    }),
  )
  await page.getByText('One file was uploaded').waitFor()
  await expect.poll(urls).toEqual(['boiler.md', 'pump.md', 'valve.md', 'wrench.md'])
  await expect.poll(deletions).toMatchObject([{ state: 'completed' }])

  await remove('valve.md')
  await remove('pump.md')
  await button(page, 'Sync now').click()
  await page.getByText('2 pages would be deleted').waitFor()
  await presses(page, 'syncs.discard', () => button(page, 'Keep them').click())
  await page.getByText('The pages were kept').waitFor()
  await expect.poll(deletions).toEqual([{ deletions: 'discarded', state: 'completed' }])
  expect(await urls()).toHaveLength(4)

  await button(page, 'Sync now').click()
  await presses(page, 'syncs.confirm', () => button(page, 'Delete 2 pages').click())
  await expect.poll(deletions).toEqual([{ deletions: 'confirmed', state: 'completed' }])
  expect(await urls()).toEqual(['boiler.md', 'wrench.md'])

  const archive = makeZip([{ name: 'drain.md', content: '# The drain\n\nOpen it last.' }])
  await presses(page, 'sourceFiles.putArchive', () =>
    page.getByLabel('Upload files').setInputFiles({
      name: 'more.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(archive),
    }),
  )
  await expect.poll(urls).toEqual(['boiler.md', 'drain.md', 'wrench.md'])
  expect(faults).toEqual([])
})

test('the embedding model is changed, rolled back, and the old vectors discarded', async ({
  console,
  service,
  database,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.acme.example/heron', content: 'A heron stands in shallow water.' },
  ])
  const spaces = async () => {
    const rows = await readRows<{ model: string; state: string }>(
      database,
      `select model, state from embedding_spaces
       where knowledge_base_id = '${knowledgeBaseId}' and state <> 'discarded'`,
    )
    return Object.fromEntries(rows.map(({ state, model }) => [state, model.split(/\W/)[0]]))
  }
  const { active: own } = await spaces()
  const { page, faults } = await console.open(`${pathOf(knowledge)}/models`)
  await presses(page, 'reembed.start', () => button(page, 'Re-embed').click())
  await button(page, 'Roll back').waitFor()
  expect(await spaces()).toEqual({ active: 'steered', retired: own })
  await presses(page, 'reembed.rollBack', () => button(page, 'Roll back').click())
  await page.getByText('Searches use the previous model again').waitFor()
  await expect.poll(spaces).toEqual({ active: own, retired: 'steered' })
  await presses(page, 'reembed.discard', () => button(page, 'Discard the old vectors').click())
  await page.getByText('Discarded', { exact: true }).waitFor()
  await expect.poll(spaces).toEqual({ active: own })
  await button(page, 'Re-embed').waitFor()
  expect(faults).toEqual([])
})
