import { expect, test, vi } from 'vitest'
import { createScriptedSource } from '../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, page } from '../../../test/support/store/store.ts'
import type { Syncing } from '../../../test/support/store/syncing.ts'
import { useSyncing } from '../../../test/support/store/syncing.ts'
import { listDocuments } from '../knowledge/list-documents.ts'
import { putDocument } from '../knowledge/put-document.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const html = (date: string | null) => ({
  contentType: 'text/html',
  content:
    `<html><head>${date === null ? '' : `<meta property="article:published_time" content="${date}">`}` +
    '</head><body><main><h1>Valve</h1><p>Turn the valve by hand after every restart, twice.</p>' +
    '</main></body></html>',
})

async function parseDocument() {
  const {
    documents: [document],
  } = await asWorker(store, (tx) => listDocuments(tx, {}, { limit: 1 }))
  if (!document) throw new Error('There is no document')
  return document
}

test('a synced page was published when it says so, until it says otherwise', async () => {
  const script = createScriptedSource({ '/v': html('2024-03-02T10:00:00Z') })
  const sourceId = await syncing.addSource(script)
  const published = async () => {
    const { pages } = await syncing.sync(sourceId)
    return [pages['/v'], (await parseDocument()).published_at?.toISOString() ?? null]
  }
  expect(await published()).toEqual(['added', '2024-03-02T10:00:00.000Z'])
  expect(await published()).toEqual(['unchanged', '2024-03-02T10:00:00.000Z'])
  syncing.embedded.length = 0
  script.pages.set('/v', html('2025-01-01T00:00:00Z'))
  expect(await published()).toEqual(['changed', '2025-01-01T00:00:00.000Z'])
  script.pages.set('/v', { ...html('2025-01-01T00:00:00Z'), url: 'https://docs.example.com/w' })
  expect(await published()).toEqual(['moved', '2025-01-01T00:00:00.000Z'])
  script.pages.set('/v', html(null))
  expect(await published()).toEqual(['moved', null])
  expect(syncing.embedded).toEqual([])
})

test('a pushed page was published when it says so, and an invalid year is ignored', async () => {
  const published = async (date: string | null) => {
    const input = page('https://a.test/v', {
      content: html(date).content,
      content_type: 'text/html',
    })
    await asWorker(store, (tx) =>
      putDocument({ tx, queue: store.queue, tenant: store.tenant }, input),
    )
    await vi.waitFor(async () => expect((await parseDocument()).state).toBe('indexed'), 60_000)
    return (await parseDocument()).published_at?.toISOString() ?? null
  }
  expect(await published('2024-03-02')).toBe('2024-03-02T00:00:00.000Z')
  expect(await published(null)).toBeNull()
  expect(await published('2025-03-02')).toBe('2025-03-02T00:00:00.000Z')
  expect(await published('0000-03-02')).toBeNull()
})
