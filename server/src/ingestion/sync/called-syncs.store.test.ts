import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { readSync, textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { changeSource, findSource } from '../../sources/sources.ts'
import { cancelSync } from './cancel-sync.ts'
import { startDueSyncs } from './start-due-syncs.ts'
import { callForSync } from './start-sync.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

const onePage = () => createScriptedSource({ '/a': { content: textAbout('valve a') } })

const call = (sourceId: string) =>
  asWorker(store, async (tx) => {
    const source = await findSource(tx, sourceId)
    return callForSync({ tx, queue: store.queue, tenant: store.tenant }, source)
  })

/** As if the time had passed during which calls are collected. */
const pass = () =>
  asWorker(store, async (tx) => {
    await sql`update syncs set lease_expires_at = lease_expires_at - interval '31 seconds'
              where state = 'queued'`.execute(tx)
    await sql`update knowledge_bases set syncs_due_at = syncs_due_at - interval '33 seconds'`.execute(
      tx,
    )
  })

const listSyncs = (sourceId: string) =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<{ id: string; state: string; trigger: string }>`
      select id, state, trigger from syncs where source_id = ${sourceId} order by created_at`.execute(
      tx,
    )
    return rows
  })

const countJobs = (syncId: string) =>
  asWorker(store, async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where data->>'syncId' = ${syncId}`.execute(tx)
    return rows[0]?.count
  })

test('calls within half a minute are one sync, which starts when it has passed', async () => {
  const sourceId = await syncing.addSource(onePage())
  const first = await call(sourceId)
  expect(await call(sourceId)).toBe(first)
  await startDueSyncs(syncing.deps)
  expect(await countJobs(first)).toBe(0)
  expect(await syncing.run(first)).not.toBe('ended')
  expect(await listSyncs(sourceId)).toMatchObject([{ state: 'queued', trigger: 'webhook' }])
  await pass()
  await startDueSyncs(syncing.deps)
  expect(await countJobs(first)).toBe(1)
  expect((await syncing.sync(sourceId)).state).toBe('completed')
  expect(await listSyncs(sourceId)).toHaveLength(1)
})

test('whoever asks for a sync does not wait for more calls', async () => {
  const sourceId = await syncing.addSource(onePage())
  const waiting = await call(sourceId)
  expect(await syncing.start(sourceId)).toBe(waiting)
  expect(await countJobs(waiting)).toBe(1)
  expect((await syncing.sync(sourceId)).pages).toEqual({ '/a': 'added' })
})

test('a call during a sync has another follow it, and three calls no more than one', async () => {
  const script = onePage()
  const sourceId = await syncing.addSource(script)
  const running = await syncing.start(sourceId)
  const fetch = script.fetch.bind(script)
  script.fetch = async (...args) => {
    for (let index = 0; index < 3; index += 1) expect(await call(sourceId)).toBe(running)
    return fetch(...args)
  }
  await syncing.sync(sourceId)
  expect((await readSync(store, running)).state).toBe('completed')
  script.fetch = fetch
  script.pages.set('/b', { content: textAbout('valve b') })
  expect(await listSyncs(sourceId)).toMatchObject([
    { id: running },
    { state: 'queued', trigger: 'webhook' },
  ])
  expect((await syncing.sync(sourceId)).pages).toMatchObject({ '/b': 'added' })
  expect(await listSyncs(sourceId)).toHaveLength(2)
})

test.each(['cancelled', 'paused'] as const)('nothing follows a source that is %s', async (how) => {
  const script = onePage()
  const sourceId = await syncing.addSource(script)
  const running = await syncing.start(sourceId)
  const fetch = script.fetch.bind(script)
  script.fetch = async (...args) => {
    await call(sourceId)
    await asWorker(store, async (tx) => {
      const unit = { tx, queue: store.queue, tenant: store.tenant }
      if (how === 'cancelled') await cancelSync(unit, running)
      else await changeSource(tx, store.tenant.knowledgeBaseId, sourceId, { paused: true })
    })
    return fetch(...args)
  }
  await syncing.sync(sourceId)
  expect(await listSyncs(sourceId)).toHaveLength(1)
})
