import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { readSync, textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { newId } from '../../platform/new-id.ts'
import { findSync, listSyncs } from './find-syncs.ts'
import { keepCounts, storeCounts } from './keep-counts.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const OWNER = newId()

/** A sync that this worker has the lease of, with two pages to fetch. */
async function startLeased(): Promise<{ sourceId: string; syncId: string }> {
  const sourceId = await syncing.addSource(createScriptedSource({}))
  const syncId = await syncing.start(sourceId)
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, async (tx) => {
    await sql`
      update syncs set state = 'running', phase = 'fetching', started_at = now(), lease_owner = ${OWNER},
             lease_expires_at = now() + interval '1 hour' where id = ${syncId}`.execute(tx)
    await sql`
      insert into sync_pages (knowledge_base_id, sync_id, key, state)
      values (${knowledgeBaseId}, ${syncId}, '/a', 'found'), (${knowledgeBaseId}, ${syncId}, '/b', 'found')`.execute(
      tx,
    )
  })
  return { sourceId, syncId }
}

const settle = (syncId: string, key: string, state: string) =>
  asWorker(store, (tx) =>
    sql`update sync_pages set state = ${state} where sync_id = ${syncId} and key = ${key}`.execute(
      tx,
    ),
  )

test('pages of a running sync are counted by its worker, and those who list it read that', async () => {
  const { sourceId, syncId } = await startLeased()
  const read = () => asWorker(store, (tx) => findSync(tx, sourceId, syncId))
  expect((await read()).counts).toMatchObject({ found: 2, fetched: 0 })
  await asWorker(store, (tx) => storeCounts(tx, syncId, OWNER))
  await settle(syncId, '/a', 'unchanged')
  expect((await read()).counts).toMatchObject({ found: 2, fetched: 0 })
  const [listed] = await asWorker(store, (tx) => listSyncs(tx, sourceId, { limit: 1 }))
  expect(listed?.counts).toMatchObject({ found: 2, fetched: 0 })

  const stopping = new AbortController()
  const kept = keepCounts(
    { deps: store.worker, tenant: store.tenant, syncId, owner: OWNER },
    stopping.signal,
    10,
  )
  await expect.poll(async () => (await read()).counts.fetched).toBe(1)
  await settle(syncId, '/b', 'failed')
  await expect.poll(async () => (await read()).counts).toMatchObject({ fetched: 2, failed: 1 })
  stopping.abort()
  await kept
})

test('a worker without the lease leaves the counts alone', async () => {
  const { sourceId, syncId } = await startLeased()
  await asWorker(store, (tx) => storeCounts(tx, syncId, OWNER))
  await settle(syncId, '/a', 'unchanged')
  await asWorker(store, (tx) => storeCounts(tx, syncId, newId()))
  const { counts } = await asWorker(store, (tx) => findSync(tx, sourceId, syncId))
  expect(counts).toMatchObject({ fetched: 0 })
})

test('the counts of a sync that has ended are exact, and no late count replaces them', async () => {
  const sourceId = await syncing.addSource(
    createScriptedSource({ '/a': { content: textAbout('a') }, '/b': { content: textAbout('b') } }),
  )
  const { id: syncId, counts } = await syncing.sync(sourceId)
  expect(counts).toMatchObject({ found: 2, fetched: 2, added: 2, to_index: 2, indexed: 2 })
  await asWorker(store, (tx) =>
    sql`update syncs set lease_owner = ${OWNER} where id = ${syncId}`.execute(tx),
  )
  await settle(syncId, '/a', 'failed')
  await asWorker(store, (tx) => storeCounts(tx, syncId, OWNER))
  expect((await readSync(store, syncId)).counts).toEqual(counts)
})
