import type { ZendeskSettings } from '@footnote/contract/admin/source-settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FakeZendesk } from '../../../../test/fakes/zendesk.ts'
import { startFakeZendesk } from '../../../../test/fakes/zendesk.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { readDocuments, useSyncing } from '../../../../test/support/store/syncing.ts'
import { useApiSources } from '../../connectors/testing/api-source.ts'
import { changeSource } from '../../sources/sources.ts'
import { runSync } from './run-sync.ts'

let store: Store
let syncing: Syncing
useSyncing((scene) => ({ store, syncing } = scene))

let zendesk: FakeZendesk
beforeAll(async () => {
  zendesk = await startFakeZendesk()
})
afterAll(() => zendesk.close())
beforeEach(() => {
  zendesk.articles = [article(1), article(2), article(3), article(4)]
  zendesk.calls.length = 0
})

const { connect } = useApiSources()

const article = (id: number, text = `How valve ${id} is oiled.`, seconds = id) => ({
  id,
  title: `Valve ${id}`,
  body: `<p>${text}</p>`,
  updated_at: `2026-10-05T14:50:0${seconds}Z`,
})
const settings = (): ZendeskSettings => ({
  type: 'zendesk',
  url: zendesk.origin,
  locales: [],
  restricted_articles: 'skip',
})
const addSource = () => syncing.addSource(connect(settings()), { settings: settings() })
const fetches = () => zendesk.calls.filter(({ url }) => /articles\/\d+$/.test(url.pathname)).length

test('what comes with the listing is not fetched, and only what changed is stored again', async () => {
  const sourceId = await addSource()
  const first = await syncing.sync(sourceId)
  expect(first.counts).toMatchObject({ added: 4, failed: 0 })
  expect((await readDocuments(store)).map(({ source_key, state }) => [source_key, state])).toEqual(
    [1, 2, 3, 4].map((id) => [`article:${id}:en-us`, 'indexed']),
  )
  zendesk.articles = [article(2), article(3, 'With tallow.', 9), article(4), article(5)]
  const kept = await asWorker(store, async (tx) => {
    const { rows } = await sql`select 1 from sync_pages where content is not null`.execute(tx)
    return rows.length
  })
  expect(kept).toBe(0)
  const second = await syncing.sync(sourceId)
  expect(second.counts).toMatchObject({ added: 1, changed: 1, unchanged: 2, gone: 1 })
  // Only the article that was missing is asked for, to learn whether it is gone.
  expect(fetches()).toBe(1)
})

test('settings that change after the listing make its pages be fetched', async () => {
  const sourceId = await addSource()
  const syncId = await syncing.start(sourceId)
  expect(await runSync(syncing.deps, { ...store.tenant, syncId }, () => true)).toBe('handed over')
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, (tx) =>
    changeSource(tx, knowledgeBaseId, sourceId, {
      settings: { ...settings(), restricted_articles: 'include' },
    }),
  )
  const before = fetches()
  expect(await syncing.run(syncId)).toBe('ended')
  expect(fetches() - before).toBe(4)
  expect(await readDocuments(store)).toHaveLength(4)
})

test('an article that only some may see from now on is left out, although its text is the same', async () => {
  const client = { type: 'oauth_client' as const, ...zendesk.client }
  const connector = connect(settings(), client)
  const sourceId = await syncing.addSource(connector, { settings: settings() })
  expect((await syncing.sync(sourceId)).counts).toMatchObject({ added: 4 })
  zendesk.articles = zendesk.articles.map((one) =>
    one.id === 2 ? { ...one, user_segment_id: 6104 } : one,
  )
  const second = await syncing.sync(sourceId)
  expect(second.counts).toMatchObject({ unchanged: 3, skipped: 1 })
  expect(second.reasons).toMatchObject({
    'article:2:en-us': 'Not everyone may see it in Zendesk.',
  })
  expect(await readDocuments(store)).toHaveLength(3)
})
