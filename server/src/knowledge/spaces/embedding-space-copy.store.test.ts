import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import { getAdminUrl, readRows } from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
  storePassages,
} from '../../../../test/support/store/store.ts'
import { untilWaiting } from '../../../../test/support/store/until-waiting.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { readAsTenant } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { findCandidates } from '../../retrieval/candidates.ts'
import { changeDocument, deleteDocument } from '../documents.ts'
import { removeKnowledgeBase, startDeletion } from '../deletion/delete-knowledge-base.ts'
import type { EmbeddingSpace } from './embedding-space.ts'
import { activeSpace } from './embedding-space.ts'
import { buildCopy, dropCopy } from './embedding-space-copy.ts'
import { createSpaceIndexes } from './embedding-space-index.ts'

/** More than a retriever hands on, so that no exact search follows one by the index. */
const PASSAGES = 120
const never = new AbortController().signal

let store: Store
const deps = () => ({ db: store.worker.db, indexes: createSpaceIndexes(store.ownerUrl) })
/** As if the worker were killed there. */
const stoppedAt = (step: 'createTable' | 'create' | 'drop') => ({
  ...deps(),
  indexes: { ...deps().indexes, [step]: () => Promise.reject(new Error('stopped')) },
})
const texts = Array.from({ length: PASSAGES }, (_, number) => `passage ${number}`)

beforeAll(async () => {
  store = await openStore()
  await fill(store.tenant)
})
afterAll(() => store.close())

/** Passages whose distances differ by more than the index rounds. */
async function fill(tenant: Tenant): Promise<void> {
  await indexPage(store, page('https://a.test/first'), texts, tenant)
  await asWorker(
    store,
    (tx) =>
      sql`
      update passage_vectors v
      set embedding = array[cos(p.chunk_index * 0.0125), sin(p.chunk_index * 0.0125), 0]::real[]::halfvec
      from passages p where p.id = v.passage_id`.execute(tx),
    tenant,
  )
}

const readSpace = (tenant = store.tenant): Promise<EmbeddingSpace> =>
  asWorker(store, activeSpace, tenant)
const build = async (tenant = store.tenant) =>
  buildCopy(deps(), tenant, await readSpace(tenant), never)

const QUERY = { queries: [], vector: '[0.92,-0.39,0]', similarityBaseline: 0, groupIds: null }

const ask = async ({ id: spaceId }: EmbeddingSpace, tenant = store.tenant) => {
  const found = await asReader(store, (tx) => findCandidates(tx, { ...QUERY, spaceId }), tenant)
  return found.toSorted((a, b) => (a.vectorRank ?? 0) - (b.vectorRank ?? 0))
}

/** Whether the copy has what readers may see, and how much that is. */
async function compareCopy(tenant = store.tenant): Promise<{ same: boolean; count: number }> {
  const { id } = await readSpace(tenant)
  const rowsIn = (view: string) =>
    asReader(
      store,
      async (tx) => {
        const { rows } = await sql`
          select passage_id, document_id, embedding::text from ${sql.table(view)}
          where space_id = ${id} order by 1`.execute(tx)
        return rows
      },
      tenant,
    )
  const [copied, readable] = [
    await rowsIn('readable_indexed_vectors'),
    await rowsIn('readable_vectors'),
  ]
  return { same: JSON.stringify(copied) === JSON.stringify(readable), count: copied.length }
}

const nameTable = (id: string) => `indexed_vectors_${id.replaceAll('-', '')}`
const relationExists = async (relation: string): Promise<boolean> =>
  (await readRows(store, `select where to_regclass('${relation}') is not null`)).length > 0

const change = (id: string, visibility: 'public' | 'restricted') =>
  asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, { visibility }),
  )

const hidden = page('https://a.test/hidden', { visibility: 'restricted' })
/** Stops before the table goes, so that what is in it can be seen. */
const startDropping = (spaceId: string) => {
  const dropping = dropCopy(stoppedAt('drop'), store.tenant, spaceId)
  return { dropping, ended: dropping.catch(() => undefined) }
}

test('a search returns the same passages with the same scores by the index', async () => {
  const before = await ask(await readSpace())
  await build()
  const space = await readSpace()
  expect(space).toMatchObject({ indexed: true })
  const after = await ask(space)
  expect(after).toHaveLength(100)
  expect(after).toEqual(before)
})

test('the copy follows a document as it is added, changed, restricted, shown and deleted', async () => {
  const { id } = await indexPage(store, page('https://a.test/second'), ['one', 'two'])
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 2 })
  await storePassages(store, id, ['three'])
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 1 })
  await change(id, 'restricted')
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES })
  await storePassages(store, id, ['hidden', 'too'])
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES })
  await change(id, 'public')
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 2 })
  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
  )
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES })
})

test('a search reads the table of its own space, and nobody sees that of another', async () => {
  const other = await seedTenant(store.worker.db)
  await fill(other)
  await build(other)
  const [ours, theirs] = [await readSpace(), await readSpace(other)]
  const plan = await asReader(store, async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select from readable_indexed_vectors where space_id = ${ours.id}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(nameTable(ours.id))
  expect(plan).not.toContain(nameTable(theirs.id))
  expect(await ask(theirs)).toEqual([])
  const seen = await asReader(store, (tx) =>
    sql`select from readable_indexed_vectors where space_id = ${theirs.id}`.execute(tx),
  )
  expect(seen.rows).toEqual([])
})

test('what is being restricted while the copy is made does not get into it', async () => {
  await dropCopy(deps(), store.tenant, (await readSpace()).id)
  const { id } = await indexPage(store, page('https://a.test/third'), ['secret'])
  const held = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const restricting = asWorker(store, async (tx) => {
    await changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, {
      visibility: 'restricted',
    })
    changed.resolve()
    await held.promise
  })
  await changed.promise
  const building = build()
  await untilWaiting(store, 'footnote_worker')
  held.resolve()
  await restricting
  await building
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES })
})

test('whoever takes a copy away waits for those who write to it', async () => {
  const { id } = await indexPage(store, hidden, ['shown before it is gone'])
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const showing = asWorker(store, async (tx) => {
    await changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, {
      visibility: 'public',
    })
    written.resolve()
    await held.promise
  })
  await written.promise
  const { dropping, ended } = startDropping((await readSpace()).id)
  await Promise.race([ended, untilWaiting(store, 'footnote_worker')])
  held.resolve()
  await showing
  await expect(dropping).rejects.toThrow('stopped')
  // A search that began before still reads it.
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 1 })
  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
  )
  await build()
})

test('whoever writes while a copy is taken away waits, and writes nothing to it', async () => {
  const { id } = await indexPage(store, hidden, ['shown while it goes'])
  const holder = new pg.Client({ connectionString: getAdminUrl(store) })
  await holder.connect()
  const space = await readSpace()
  await holder.query(`begin; update embedding_spaces set indexed = false, vector_copy = null
                             where id = '${space.id}'`)
  const showing = change(id, 'public')
  await Promise.race([showing, untilWaiting(store, 'footnote_worker')])
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES })
  await holder.query('commit')
  await holder.end()
  await showing
  expect(await compareCopy()).toEqual({ same: false, count: PASSAGES })
  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
  )
  await build()
})

test('a search finds the same once an index is dropped', async () => {
  const space = await readSpace()
  const before = await ask(space)
  await dropCopy(deps(), store.tenant, space.id)
  expect(await readSpace()).toMatchObject({ indexed: false })
  expect(await relationExists(nameTable(space.id))).toBe(false)
  expect(await ask(space)).toEqual(before)
  // Nothing is written to a table that is gone.
  await indexPage(store, page('https://a.test/fourth'), ['later'])
})

test('a search that began before a copy went out of date finds what was true then', async () => {
  await build()
  const space = await readSpace()
  const before = await ask(space)
  const { id } = await indexPage(store, hidden, ['shown later'])
  const found = await readAsTenant(store.api.db, store.tenant, async (tx) => {
    await findCandidates(tx, { ...QUERY, spaceId: newId() })
    await expect(startDropping(space.id).dropping).rejects.toThrow('stopped')
    await change(id, 'public')
    return findCandidates(tx, { ...QUERY, spaceId: space.id })
  })
  expect(found).toHaveLength(before.length)
  expect(await relationExists(nameTable(space.id))).toBe(true)
  await asWorker(store, (tx) =>
    deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
  )
})

test('what was not kept up to date is not used again, and what was is completed', async () => {
  const space = await readSpace()
  await readRows(
    store,
    `insert into indexed_vectors
     select knowledge_base_id, space_id, gen_random_uuid(), document_id, embedding
     from passage_vectors where space_id = '${space.id}' limit 1`,
  )
  const building = buildCopy(stoppedAt('create'), store.tenant, space, never)
  await expect(building).rejects.toThrow('stopped')
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 1 })
  await buildCopy(stoppedAt('createTable'), store.tenant, space, never)
  expect(await readSpace()).toMatchObject({ indexed: true })
})

test('a table that was being taken away when the worker died is made again', async () => {
  const { id } = await readSpace()
  const dropping = dropCopy(stoppedAt('drop'), store.tenant, id)
  await expect(dropping).rejects.toThrow('stopped')
  const connectionString = store.ownerUrl
  const reader = new pg.Client({ connectionString })
  const killed = new pg.Client({ connectionString, statement_timeout: 500 })
  await reader.connect()
  await killed.connect()
  await reader.query('begin; select from indexed_vectors')
  const detach = `alter table indexed_vectors detach partition ${nameTable(id)} concurrently`
  await expect(killed.query(detach)).rejects.toThrow('timeout')
  await killed.end()
  await reader.end()
  const pending = `select from pg_inherits where inhdetachpending`
  expect(await readRows(store, pending)).toHaveLength(1)
  await build()
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 1 })
})

test('a knowledge base that is deleted takes its table with it, and no other', async () => {
  const tenant = await seedTenant(store.worker.db)
  await fill(tenant)
  await build(tenant)
  const { id } = await readSpace(tenant)
  expect(await compareCopy(tenant)).toEqual({ same: true, count: PASSAGES })
  await asWorker(store, (tx) => startDeletion({ tx, queue: store.queue, tenant }), tenant)
  expect(await removeKnowledgeBase(deps(), tenant, () => false)).toBe('gone')
  expect(await relationExists(nameTable(id))).toBe(false)
  expect(await compareCopy()).toEqual({ same: true, count: PASSAGES + 1 })
})
