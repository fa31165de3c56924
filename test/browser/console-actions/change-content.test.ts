import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { makeZip } from '../../../server/src/parsing/fixtures/make-zip.ts'
import { consoleTests, buildPath } from '../../support/browser/console.ts'
import { presses } from '../../support/browser/pressing.ts'
import { putPages } from '../../support/knowledge.ts'
import { MODEL_DIR } from '../../support/service.ts'
import { createFiles, syncNow } from '../../support/sources.ts'
import type { TestDatabase } from '../../support/store/services.ts'
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
  const { page, faults } = await console.open(`${buildPath(knowledge)}/sources`)
  await button(page, 'Connect a source').first().click()
  await page.getByLabel('Site URL').fill(url)
  await page.getByLabel('Name', { exact: true }).fill('Site')
  const connected = await presses(
    page,
    'connect-dialog.tsx sources.create',
    button(page, 'Connect and sync'),
    sources,
  )
  expect(connected).toMatchObject([{ name: 'Site', settings: { url }, paused: false }])
  await page.getByText('Source connected, first sync started').waitFor()
  await button(page, 'Cancel sync').waitFor()
  await expect.poll(syncs).toEqual([{ trigger: 'created', state: 'running' }])
  await presses(page, 'sync-card.tsx syncs.cancel', button(page, 'Cancel sync'), syncs)
  await expect.poll(syncs).toEqual([{ trigger: 'created', state: 'cancelled' }])

  expect(
    await presses(page, 'source.tsx sources.change', button(page, 'Pause'), sources),
  ).toMatchObject([{ paused: true }])
  expect(
    await presses(page, 'source.tsx sources.change', button(page, 'Resume'), sources),
  ).toMatchObject([{ paused: false }])
  await page.getByLabel('Name', { exact: true }).fill('Manual')
  await page.getByLabel('Include paths').fill('/docs/**')
  expect(
    await presses(page, 'source-settings.tsx sources.change', button(page, 'Save'), sources),
  ).toMatchObject([{ name: 'Manual', settings: { url, include: ['/docs/**'] } }])
  await page.getByText('Saved', { exact: true }).waitFor()
  const started = await presses(page, 'source.tsx syncs.start', button(page, 'Sync now'), syncs)
  expect(started[1]).toMatchObject({ trigger: 'manual' })
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
  const files = () => readRows(database, `select path from source_files ${where} order by path`)
  const syncs = () => readRows(database, `select id from syncs ${where}`)
  const { page, faults } = await console.open(`${buildPath(knowledge)}/sources/${source.id}`)
  const upload = (name: string, mimeType: string, buffer: Buffer) => () =>
    page.getByLabel('Upload files').setInputFiles({ name, mimeType, buffer })
  const boiler = Buffer.from('# The boiler\n\nLight it with a long match.')
  // The files come in, and then a sync reads them.
  await presses(
    page,
    'files-card.tsx syncs.start',
    () =>
      presses(
        page,
        'files-card.tsx sourceFiles.put',
        upload('boiler.md', 'text/markdown', boiler),
        files,
      ),
    syncs,
  )
  await page.getByText('1 file uploaded').waitFor()
  await expect.poll(urls).toEqual(['boiler.md', 'pump.md', 'valve.md', 'wrench.md'])
  await expect.poll(deletions).toMatchObject([{ state: 'completed' }])

  await remove('valve.md')
  await remove('pump.md')
  await button(page, 'Sync now').click()
  await page.getByText('2 pages would be deleted').waitFor()
  await presses(page, 'sync-card.tsx syncs.discard', button(page, 'Keep pages'), deletions)
  await page.getByText('Pages kept').waitFor()
  await expect.poll(deletions).toEqual([{ deletions: 'discarded', state: 'completed' }])
  expect(await urls()).toHaveLength(4)

  await button(page, 'Sync now').click()
  await page.getByText('2 pages would be deleted').waitFor()
  await presses(page, 'sync-card.tsx syncs.confirm', button(page, 'Delete 2 pages'), deletions)
  await expect.poll(deletions).toEqual([{ deletions: 'confirmed', state: 'completed' }])
  expect(await urls()).toEqual(['boiler.md', 'wrench.md'])

  const archive = makeZip([{ name: 'drain.md', content: '# The drain\n\nOpen it last.' }])
  const stored = await presses(
    page,
    'files-card.tsx sourceFiles.putArchive',
    upload('more.zip', 'application/zip', Buffer.from(archive)),
    files,
  )
  expect(stored).toContainEqual({ path: 'drain.md' })
  await expect.poll(urls).toEqual(['boiler.md', 'drain.md', 'wrench.md'])

  const dropped = await page.evaluateHandle(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['# The filter'], 'filter.md'))
    return files
  })()`)
  await page.getByText('Drop them here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect.poll(urls).toEqual(['boiler.md', 'drain.md', 'filter.md', 'wrench.md'])
  expect(faults).toEqual([])
})

/** The embedding model of each state that a space of vectors has. */
async function readSpaces(database: Pick<TestDatabase, 'ownerUrl'>, knowledgeBaseId: string) {
  const rows = await readRows<{ model: string; state: string }>(
    database,
    `select model, state from embedding_spaces
     where knowledge_base_id = '${knowledgeBaseId}' and state <> 'discarded'`,
  )
  return Object.fromEntries(rows.map(({ state, model }) => [state, model.split(/\W/)[0]]))
}

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
  const spaces = () => readSpaces(database, knowledgeBaseId)
  const { active: own } = await spaces()
  const { page, faults } = await console.open(`${buildPath(knowledge)}/models`)
  await presses(page, 'embedding-model.tsx reembed.start', button(page, 'Re-embed'), spaces)
  await button(page, 'Roll back').waitFor()
  expect(await spaces()).toEqual({ active: 'steered', retired: own })
  await presses(page, 'embedding-model.tsx reembed.rollBack', button(page, 'Roll back'), spaces)
  await page.getByText('Searches use the previous model again').waitFor()
  await expect.poll(spaces).toEqual({ active: own, retired: 'steered' })
  await presses(
    page,
    'embedding-model.tsx reembed.discard',
    button(page, 'Discard old vectors'),
    spaces,
  )
  await page.getByText('Discarded', { exact: true }).waitFor()
  await expect.poll(spaces).toEqual({ active: own })
  await button(page, 'Re-embed').waitFor()
  expect(faults).toEqual([])
})

test('a change of the embedding model is stopped, held by the gate, tried again and forced', async ({
  console,
  service,
  database,
  knowledge,
  embeddings,
}) => {
  const { knowledgeBaseId } = knowledge
  const { questionSets, evaluations } = service.admin
  const url = 'https://docs.acme.example/heron'
  await putPages(service, knowledgeBaseId, [{ url, content: 'A heron stands in shallow water.' }])
  // They share no word with the page, and the other model does not find it.
  const items = [{ question: 'Which bird wades?', expected_pages: [url] }]
  const { id: set_id } = await questionSets.create(knowledgeBaseId, { name: 'Birds', items })
  const thresholds = { recall: 0.9 }
  const gate = { set_id, thresholds, hold_syncs: false, hold_models: true }
  await evaluations.putGate(knowledgeBaseId, gate)
  embeddings.place('wades', [1])
  embeddings.place('heron', [0, 1])
  const spaces = () => readSpaces(database, knowledgeBaseId)
  const runs = () =>
    readRows(database, `select id from evaluations where knowledge_base_id = '${knowledgeBaseId}'`)
  const before = await spaces()
  const { page, faults } = await console.open(`${buildPath(knowledge)}/models`)
  const begin = async () => {
    await button(page, 'Re-embed').click()
    await button(page, 'Stop and discard').waitFor()
    expect(await spaces()).toEqual({ ...before, building: 'steered' })
  }

  embeddings.delay(10_000)
  await begin()
  const stop = button(page, 'Stop and discard')
  const stopped = await presses(page, 'embedding-model.tsx reembed.discard', stop, spaces)
  expect(stopped).toEqual(before)
  embeddings.delay(0)
  await begin()
  await page.getByText(/^steered.* is held$/).waitFor()
  const discarded = await presses(page, 'embedding-model.tsx reembed.discard', stop, spaces)
  expect(discarded).toEqual(before)

  await begin()
  const again = button(page, 'Run the set again')
  await again.waitFor()
  await presses(page, 'embedding-model.tsx reembed.start', again, runs)
  await page.getByText(/^steered.* is held$/).waitFor()
  expect(await spaces()).toEqual({ ...before, building: 'steered' })
  const anyway = button(page, 'Change anyway')
  await presses(page, 'embedding-model.tsx reembed.start', anyway, spaces)
  await button(page, 'Roll back').waitFor()
  expect(await spaces()).toEqual({ active: 'steered', retired: before['active'] })
  expect(faults).toEqual([])
})
