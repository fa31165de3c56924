import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reembedding } from '../../../test/support/store/reembedding.ts'
import {
  countPassages,
  createReembedding,
  findCaller,
  NEW,
  OLD,
  vectorsBySpace,
} from '../../../test/support/store/reembedding.ts'
import { keepSearching, keepWriting, until } from '../../../test/support/store/reembedding-load.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore, toPassages } from '../../../test/support/store/store.ts'
import { activeSpace, findSpace } from '../knowledge/spaces/embedding-space.ts'
import { discardSpare } from '../knowledge/spaces/embedding-space-changes.ts'
import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import { addVectors, findWithoutVector } from '../knowledge/spaces/embedding-space-vectors.ts'
import { maintainSpaces } from '../knowledge/spaces/embedding-space-size.ts'
import { replacePassages } from '../knowledge/passages/replace-passages.ts'

/** Four batches, the last not full. */
const PAGES = 100

let store: Store
let base: Reembedding

beforeEach(async () => {
  store = await openStore()
  base = createReembedding(store)
  for (let number = 0; number < PAGES; number += 1) await base.write(number, 'first')
})
afterEach(() => store.close())

test('a space built under changes and searches, killed and resumed, is complete when it is swapped in', async () => {
  await base.start()
  const writing = keepWriting(base, PAGES)
  const searching = keepSearching(base, PAGES)
  const killed = new AbortController()
  let batches = 0
  base.onEmbed(async (model, texts) => {
    if (model !== NEW.model || texts === 1) return
    // A batch takes as long as two rounds of changes.
    const before = writing.rounds()
    await until(() => writing.rounds() > before + 1)
    batches += 1
    if (batches === 3) killed.abort()
  })
  await expect(base.run(killed.signal)).rejects.toThrow(/abort/)
  expect(await base.progress()).toMatchObject({ state: 'building', modelTo: NEW.model })
  expect(searching.count(OLD.model)).toBeGreaterThan(0)
  // Two workers at once: the lease of the first may have lapsed while it was only slow.
  const outcomes = await Promise.all([base.run(), base.run()])
  expect(outcomes).toContain('swapped')
  await until(() => searching.count(NEW.model) > 3)
  await writing.stop()
  await searching.stop()
  const passages = await countPassages(store)
  expect(await base.progress()).toEqual({
    state: 'finished',
    reason: null,
    modelFrom: OLD.model,
    modelTo: NEW.model,
    done: passages,
    total: passages,
  })
  expect(await vectorsBySpace(store)).toMatchObject([
    { model: NEW.model, state: 'active', count: passages, dimensions: [4] },
    { model: OLD.model, state: 'retired', dimensions: [3] },
  ])
})

test('passages of a page that is being rewritten are left for the next round', async () => {
  await base.start()
  const building = (await asWorker(store, (tx) => findSpace(tx, 'building')))?.id ?? ''
  const [passage] = await asWorker(store, (tx) =>
    findWithoutVector(tx, building, { after: null, limit: 1 }),
  )
  const { id: passageId, documentId } = passage ?? { id: '', documentId: '' }
  const [deleted, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rewriting = asWorker(store, async (tx) => {
    await tx
      .selectFrom('documents')
      .select('id')
      .where('id', '=', documentId)
      .forNoKeyUpdate()
      .execute()
    await tx.deleteFrom('passages').where('id', '=', passageId).execute()
    deleted.resolve()
    await held.promise
  })
  await deleted.promise
  // It neither waits for the other nor adds a vector of a passage that goes.
  const vector = Float32Array.of(1, 2, 3, 4)
  const added = asWorker(store, (tx) =>
    addVectors(tx, building, [{ passageId, documentId, vector }]),
  )
  expect(await added.finally(held.resolve)).toBe(true)
  await rewriting
  expect(await base.run()).toBe('swapped')
})

test('a rollback embeds what changed since, and is at once where nothing did', async () => {
  await base.start()
  expect(await base.run()).toBe('swapped')
  await base.write(1, 'changed')
  await base.rollBack()
  expect(await base.progress()).toMatchObject({
    state: 'building',
    modelTo: OLD.model,
    done: PAGES - 1,
  })
  expect((await asWorker(store, activeSpace)).model).toBe(NEW.model)
  const embedded: string[] = []
  base.onEmbed((model) => void embedded.push(model))
  expect(await base.run()).toBe('swapped')
  expect(embedded).toEqual([OLD.model])
  expect(await vectorsBySpace(store)).toMatchObject([
    { model: OLD.model, state: 'active', count: PAGES, dimensions: [3] },
    { model: NEW.model, state: 'retired', count: PAGES, dimensions: [4] },
  ])
  await base.rollBack()
  expect((await asWorker(store, activeSpace)).model).toBe(NEW.model)
  expect(await base.run()).toBe('nothing to do')
})

test('a document read before a swap is written for the model that searches use after it', async () => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  base.onEmbed((model) => {
    if (model !== OLD.model) return undefined
    reached.resolve()
    return held.promise
  })
  const writing = base.write(1, 'overtaken')
  await reached.promise
  await base.start()
  base.onEmbed(() => undefined)
  expect(await base.run()).toBe('swapped')
  held.resolve()
  await writing
  const found = await base.search(await findCaller(store), 'overtaken')
  expect(found.map(({ content }) => content)).toContain('The overtaken text of page 1.')
  expect(await vectorsBySpace(store)).toMatchObject([{ model: NEW.model, count: PAGES }, {}])
})

test('a new model in trouble keeps no document from being found with the present one', async () => {
  await base.start()
  base.onEmbed((model) => {
    if (model === NEW.model) throw new Error('The new model is away')
  })
  await base.write(1, 'meanwhile')
  const found = await base.search(await findCaller(store), 'meanwhile')
  expect(found[0]?.content).toBe('The meanwhile text of page 1.')
  await expect(base.run()).rejects.toThrow(/away/)
  base.onEmbed(() => undefined)
  expect(await base.run()).toBe('swapped')
  expect(await vectorsBySpace(store)).toMatchObject([{ model: NEW.model, count: PAGES }, {}])
})

test('what is discarded is gone, and the next model takes the place of the one kept', async () => {
  await base.start()
  await expect(base.start({ model: 'third', dimensions: 3 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(base.rollBack()).rejects.toMatchObject({ code: 'CONFLICT' })
  await asWorker(store, (tx) => discardSpare({ tx, queue: store.queue, tenant: store.tenant }))
  expect(await base.run()).toBe('nothing to do')
  await base.start()
  expect(await base.run()).toBe('swapped')
  await base.start({ model: 'third', dimensions: 3 })
  expect(await asWorker(store, (tx) => findSpace(tx, 'retired'))).toBeUndefined()
  const tidying = { db: store.worker.db, indexes: createSpaceIndexes(store.ownerUrl) }
  await maintainSpaces(tidying, store.tenant, new AbortController().signal)
  expect(await vectorsBySpace(store)).toMatchObject([
    { model: NEW.model, state: 'active', count: PAGES },
    { model: 'third', state: 'building', count: 0 },
  ])
})

test('a swap waits for a document that is being written, and then leaves nothing of it out', async () => {
  await base.start()
  const id = await base.write(1, 'before')
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const writing = asWorker(store, async (tx) => {
    const { version } = await tx
      .selectFrom('documents')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { id: spaceId } = await activeSpace(tx)
    await replacePassages(tx, {
      knowledgeBaseId: store.tenant.knowledgeBaseId,
      documentId: id,
      version,
      title: 'Page',
      language: 'en',
      publishedAt: null,
      labels: {},
      passages: toPassages(store.tenant, ['held']),
      vectors: new Map([[spaceId, [Float32Array.of(1, 0, 0)]]]),
    })
    written.resolve()
    await held.promise
  })
  await written.promise
  const running = base.run()
  await sleep(500)
  expect(await base.progress()).toMatchObject({ state: 'building' })
  held.resolve()
  await writing
  expect(await running).toBe('swapped')
  expect(await vectorsBySpace(store)).toMatchObject([{ model: NEW.model, count: PAGES }, {}])
})
