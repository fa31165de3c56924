import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/support/store/services.ts'
import { getAdminUrl, createDatabase, readRows } from '../../../test/support/store/services.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { connect } from './cell-database.ts'
import { moveWorkspace } from './move-workspace.ts'

let store: Store
let otherDatabase: TestDatabase
beforeAll(async () => {
  store = await openStore()
  otherDatabase = await createDatabase()
})
afterAll(async () => {
  await otherDatabase.drop()
  await store.close()
})

const move = () =>
  moveWorkspace({
    workspaceId: store.tenant.workspaceId,
    from: { cell: '00', url: getAdminUrl(store) },
    to: { cell: '01', url: getAdminUrl(otherDatabase) },
    sourceUrl: getAdminUrl(store),
    onProgress: () => undefined,
  })

const placements = async () => [
  await readRows(store, 'select state, cell from placements'),
  await readRows(otherDatabase, 'select state, cell from placements'),
]

test.each([
  ['00', () => store],
  ['01', () => otherDatabase],
])('nothing is copied while cell %s builds an index', async (cell, database) => {
  const writer = await connect(getAdminUrl(database()))
  const builder = await connect(getAdminUrl(database()))
  try {
    // An index that is built beside writers waits for those that have begun.
    await writer.query('begin; lock table messages in row exclusive mode')
    const building = builder.query('create index concurrently slow on messages (knowledge_base_id)')
    const builds = () =>
      readRows(
        database(),
        'select from pg_stat_progress_create_index where datname = current_database()',
      )
    await expect.poll(builds, { timeout: 30_000 }).toHaveLength(1)
    await expect(move()).rejects.toThrow(`Cell ${cell} is building an index`)
    expect(await placements()).toEqual([[], []])
    await writer.query('commit')
    await building
    await builder.query('drop index slow')
  } finally {
    await writer.end()
    await builder.end()
  }
})

test.each([
  ['leaving', 'is being moved to cell 02'],
  ['gone', 'is in cell 02'],
  ['arriving', 'move from cell 02 has not ended'],
  ['arrived', 'move from cell 02 has not ended'],
])('a workspace that is %s is not moved elsewhere', async (state, says) => {
  await readRows(
    store,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${store.tenant.workspaceId}', '${state}', '02', '{${store.tenant.knowledgeBaseId}}')`,
  )
  await expect(move()).rejects.toThrow(says)
  expect(await placements()).toEqual([[{ state, cell: '02' }], []])
  await readRows(store, 'delete from placements')
})

test('one command moves a workspace at a time', async () => {
  const other = await connect(getAdminUrl(store))
  try {
    await other.query(
      `select pg_advisory_lock(hashtextextended('move ${store.tenant.workspaceId}', 421))`,
    )
    await expect(move()).rejects.toThrow('Another process is moving this workspace')
  } finally {
    await other.end()
  }
})
