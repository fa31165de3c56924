import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bytesFor } from '../../../test/support/chaos/chance.ts'
import { seedTenant } from '../../../test/support/store/seed.ts'
import { getAdminUrl, readRows, runSql } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import { newId } from '../platform/new-id.ts'
import { putSourceFile, readSourceFile } from './source-files.ts'
import { forgetOldUploads, PART_BYTES, storedUpload, withUpload } from './uploads.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
beforeEach(async () => {
  store.tenant = await seedTenant(store.worker.db)
})
afterAll(() => store.close())

const CONTENT = bytesFor('upload', 2.5 * PART_BYTES)

/** In pieces that end nowhere near a part's end. */
async function* pieces(content: Uint8Array, bytes = 65_521) {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes)
}

const partsStored = () => readRows(store, 'select number from upload_parts')

async function createSource(): Promise<string> {
  const id = newId()
  await asWorker(store, (tx) =>
    tx
      .insertInto('sources')
      .values({ knowledge_base_id: store.tenant.knowledgeBaseId, id, type: 'files', name: 'Files' })
      .execute(),
  )
  return id
}

const put = (sourceId: string, content: Uint8Array) =>
  withUpload(store.worker.db, store.tenant, pieces(content), (upload) =>
    asWorker(store, (tx) =>
      putSourceFile(tx, store.tenant.knowledgeBaseId, sourceId, {
        path: 'a.pdf',
        contentType: 'application/pdf',
        upload,
      }),
    ),
  )

test.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, CONTENT.length])(
  'an upload of %i bytes is stored as it came, and no part of it stays',
  async (length) => {
    const sourceId = await createSource()
    const content = CONTENT.subarray(0, length)
    const { hash, size } = await put(sourceId, content)
    expect(size).toBe(length)
    expect(hash).toEqual(createHash('sha256').update(content).digest())
    const stored = await asWorker(store, (tx) => readSourceFile(tx, sourceId, 'a.pdf'))
    expect(Buffer.compare(stored ?? Buffer.from('none'), content)).toBe(0)
    expect(await partsStored()).toEqual([])
  },
)

test('any range of an upload can be read while it is worked on', async () => {
  await withUpload(store.worker.db, store.tenant, pieces(CONTENT), async (upload) => {
    const stored = storedUpload(store.worker.db, store.tenant, upload)
    for (const [start, end] of [
      [0, 2],
      [PART_BYTES - 1, PART_BYTES + 1],
      [10, stored.size],
      [stored.size - 22, stored.size],
    ] as const) {
      expect(
        Buffer.compare(await buffer(stored.read(start, end)), CONTENT.subarray(start, end)),
      ).toBe(0)
    }
  })
})

test('an upload that breaks off leaves nothing', async () => {
  async function* broken() {
    yield* pieces(CONTENT)
    throw new Error('the client is gone')
  }
  const attempt = withUpload(store.worker.db, store.tenant, broken(), async () => 'whole')
  await expect(attempt).rejects.toThrow('the client is gone')
  expect(await partsStored()).toEqual([])
})

test('an upload that lost a part is not stored', async () => {
  const sourceId = await createSource()
  const attempt = withUpload(store.worker.db, store.tenant, pieces(CONTENT), async (upload) => {
    await runSql(getAdminUrl(store), 'delete from upload_parts where number = 1')
    return asWorker(store, (tx) =>
      putSourceFile(tx, store.tenant.knowledgeBaseId, sourceId, {
        path: 'a.pdf',
        contentType: 'application/pdf',
        upload,
      }),
    )
  })
  await expect(attempt).rejects.toThrow(/null value/)
  expect(await asWorker(store, (tx) => readSourceFile(tx, sourceId, 'a.pdf'))).toBeNull()
})

test('the worker deletes what was left behind, and nothing that arrives', async () => {
  await withUpload(store.worker.db, store.tenant, pieces(CONTENT), async () => {
    await forgetOldUploads(store.worker.db)
    expect(await partsStored()).toHaveLength(2)
    await runSql(
      getAdminUrl(store),
      `update upload_parts set created_at = now() - interval '2 hours' where number = 0`,
    )
    await forgetOldUploads(store.worker.db)
    expect(await partsStored()).toEqual([{ number: 1 }])
  })
})
