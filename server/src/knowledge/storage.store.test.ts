import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../test/support/store/seed.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { readStorage } from './storage.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store?.close())

test('pages, passages and bytes are those of the workspace, whoever may see them', async () => {
  const { workspaceId } = store.tenant
  expect(await readStorage(store.worker.db, workspaceId)).toEqual({
    documents: 0,
    passages: 0,
    bytes: 0,
  })
  const content = Array.from({ length: 500 }, (_, index) => `Part ${index}.`).join(' ')
  await indexPage(store, page('https://docs.test/a', { content }), ['One.', 'Two.'])
  await indexPage(store, page('https://docs.test/b', { visibility: 'restricted' }), ['Three.'])
  const other = await seedTenant(store.worker.db)
  expect(await readStorage(store.worker.db, workspaceId)).toEqual({
    documents: 2,
    passages: 3,
    bytes: expect.any(Number),
  })
  expect((await readStorage(store.worker.db, workspaceId)).bytes).toBeGreaterThan(1_000)
  expect((await readStorage(store.worker.db, other.workspaceId)).documents).toBe(0)
})
