import { expect, test } from 'vitest'
import { createScriptedSource } from '../../../../test/fakes/scripted-source.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker } from '../../../../test/support/store/store.ts'
import type { Syncing } from '../../../../test/support/store/syncing.ts'
import { textAbout, useSyncing } from '../../../../test/support/store/syncing.ts'
import { cancelSync } from './cancel-sync.ts'
import { countEndedSync } from './sync-counts.ts'
import { confirmDeletions } from './confirm-deletions.ts'

let store: Store
let syncing: Syncing

useSyncing((scene) => ({ store, syncing } = scene))

/** By state, of those that are not zero. */
async function counted(name: 'syncs' | 'syncPages'): Promise<Record<string, number>> {
  const { values } = await syncing.deps.metrics[name].get()
  const pairs = values.map(({ labels, value }) => [String(labels.state), value] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value > 0))
}

test('a sync that awaited confirmation counts its pages once, and both of its ends', async () => {
  syncing.deps.metrics.registry.resetMetrics()
  const script = createScriptedSource(
    Object.fromEntries(['/a', '/b', '/c'].map((key) => [key, { content: textAbout(key) }])),
  )
  const sourceId = await syncing.addSource(script)
  await syncing.sync(sourceId)
  expect(await counted('syncPages')).toEqual({ added: 3 })
  for (const key of ['/a', '/b']) script.pages.delete(key)
  script.pages.set('/c', { content: textAbout('/c'), links: ['/nowhere'] })
  const held = await syncing.sync(sourceId)
  const pages = { added: 3, unchanged: 1, gone: 2, dead_link: 1 }
  expect(await counted('syncPages')).toEqual(pages)
  await asWorker(store, (tx) =>
    confirmDeletions({ tx, queue: store.queue, tenant: store.tenant }, held.id),
  )
  await syncing.run(held.id)
  expect(await counted('syncPages')).toEqual(pages)
  expect(await counted('syncs')).toEqual({ completed: 2, held: 1 })
})

test('a sync that is cancelled before a worker has it counts where it ends', async () => {
  syncing.deps.metrics.registry.resetMetrics()
  const syncId = await syncing.start(await syncing.addSource(createScriptedSource()))
  const ended = await asWorker(store, (tx) =>
    cancelSync({ tx, queue: store.queue, tenant: store.tenant }, syncId),
  )
  countEndedSync(syncing.deps.metrics, ended)
  expect(await counted('syncs')).toEqual({ cancelled: 1 })
})
