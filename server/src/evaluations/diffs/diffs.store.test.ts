import { AnswerDiffBody } from '@footnote/contract/admin/diffs/answer-diffs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
} from '../../../../test/support/store/store.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { deleteDiff, endLostDiffs, findDiff, startDiff } from './diffs.ts'
import { beginDiff, endDiff, stayAlive } from './run.ts'

const SITE = 'https://a.test'

let store: Store
beforeAll(async () => {
  store = await openStore()
  await indexPage(store, page(`${SITE}/docs/guides/keys`), ['A key.'])
  await indexPage(store, page(`${SITE}/docs/guides/limits`), ['A limit.'])
  await indexPage(store, page(`${SITE}/docs/start`), ['Start here.'])
})
afterAll(() => store.close())

const start = (body: object, tenant = store.tenant) =>
  asWorker(
    store,
    (tx) => startDiff({ tx, queue: store.queue, tenant }, AnswerDiffBody.parse(body)),
    tenant,
  )
const read = (id: string) => asWorker(store, (tx) => findDiff(tx, id))
const overlay = async () =>
  (await readRows<{ id: string }>(store, 'select id from overlay_pages')).length

const KEYS = { path: 'content/docs/guides/keys.md', content: '# Keys\n\nAnother key.' }

async function removeAll(): Promise<void> {
  await asWorker(store, (tx) => sql`delete from answer_diffs`.execute(tx))
}

test('a file is the page whose address ends as its path does, and a new one is beside its neighbours', async () => {
  const { pages } = await start({
    pages: [
      KEYS,
      { path: 'content/docs/start/index.md', content: null },
      { path: 'content/docs/guides/logs.md', content: '# Logs', is_new: true },
    ],
  })
  expect(pages.map(({ url, change }) => [url, change])).toEqual([
    [`${SITE}/docs/guides/keys`, 'changed'],
    [`${SITE}/docs/start`, 'removed'],
    [`${SITE}/docs/guides/logs`, 'added'],
  ])
  await removeAll()
})

test('a path map says where pages are; without one a path that nothing tells is refused', async () => {
  const body = { pages: [{ path: 'a/b.md', content: '# B', is_new: true }] }
  await expect(start(body)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { pages } = await start({ ...body, path_map: { from: 'a/', to: `${SITE}/x/` } })
  expect(pages).toMatchObject([{ url: `${SITE}/x/b`, change: 'added' }])
  await removeAll()
})

test('pages that nobody reads need no diff, and no more than three run at a time', async () => {
  const gone = { pages: [{ path: 'docs/unknown.md', content: null }], path_map: MAP }
  await expect(start(gone)).rejects.toMatchObject({ code: 'CONFLICT' })
  for (let number = 0; number < 3; number += 1) await start({ pages: [KEYS] })
  await expect(start({ pages: [KEYS] })).rejects.toMatchObject({ code: 'CONFLICT' })
  await removeAll()
})
const MAP = { from: 'docs/', to: `${SITE}/` }

test('readers see pages of an overlay in no transaction but that of its diff', async () => {
  const { id, pages } = await start({ pages: [KEYS] })
  const [changed] = pages
  const titles = (overlayId?: string) =>
    withTenant(
      store.api.db,
      { ...store.tenant, ...(overlayId ? { overlayId } : {}) },
      async (tx) => {
        const { rows } = await sql<{ title: string; url: string }>`
        select url, (select count(*)::int from readable_passages p where p.document_id = d.id) as passages
        from readable_documents d order by url`.execute(tx)
        return rows
      },
    )
  const before = await titles()
  expect(before).toContainEqual({ url: changed?.url, passages: 1 })
  // Its passages are not made yet.
  expect(await titles(id)).toContainEqual({ url: changed?.url, passages: 0 })
  expect(await titles(id)).toHaveLength(before.length)
  expect(await titles()).toEqual(before)
  // Whoever names the diff of another tenant sees nothing of it.
  const other = await seedTenant(store.worker.db, 'Other')
  const foreign = { ...other, overlayId: id }
  const seen = await withTenant(store.api.db, foreign, (tx) =>
    sql`select from readable_documents`.execute(tx),
  )
  expect(seen.rows).toEqual([])
  await expect(asReader(store, (tx) => sql`select from overlay_pages`.execute(tx))).rejects.toThrow(
    /permission denied/,
  )
  await removeAll()
})

test.each([
  ['it ends', (id: string) => asWorker(store, (tx) => endDiff(tx, id))],
  ['it fails', (id: string) => asWorker(store, (tx) => endDiff(tx, id, 'A page cannot be read.'))],
  ['it is deleted', (id: string) => asWorker(store, (tx) => deleteDiff(tx, id))],
])('the overlay is gone when %s', async (_how, end) => {
  const { id } = await start({ pages: [KEYS] })
  await asWorker(store, (tx) => beginDiff(tx, id))
  expect(await overlay()).toBe(1)
  await end(id)
  expect(await overlay()).toBe(0)
  expect(await asWorker(store, (tx) => stayAlive(tx, id))).toBe(false)
  await removeAll()
})

test('a run that nobody goes on with is ended, with its overlay; one that is alive is not', async () => {
  const [lost, alive] = [await start({ pages: [KEYS] }), await start({ pages: [KEYS] })]
  await asWorker(store, async (tx) => {
    for (const { id } of [lost, alive]) await beginDiff(tx, id)
    await sql`update answer_diffs set alive_until = now() - interval '1 second'
              where id = ${lost.id}::uuid`.execute(tx)
  })
  await endLostDiffs(store.worker.db)
  expect(await read(lost.id)).toMatchObject({ state: 'failed', reason: expect.any(String) })
  expect(await read(alive.id)).toMatchObject({ state: 'running' })
  expect(await overlay()).toBe(1)
  await removeAll()
})

test('reports are kept for thirty days', async () => {
  const [old, young] = [await start({ pages: [KEYS] }), await start({ pages: [KEYS] })]
  await asWorker(store, (tx) =>
    sql`update answer_diffs set created_at = now() - interval '31 days'
        where id = ${old.id}::uuid`.execute(tx),
  )
  await endLostDiffs(store.worker.db)
  await expect(read(old.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(young.id)).toMatchObject({ state: 'queued' })
})
