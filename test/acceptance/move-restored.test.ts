import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { ask, takeLast } from '../support/ask.ts'
import { footnoteMove } from '../support/footnote-move.ts'
import type { TestDatabase } from '../support/store/services.ts'
import {
  getAdminUrl,
  dropDatabase,
  readRows,
  runSql,
  uniqueName,
  withDatabase,
} from '../support/store/services.ts'
import { getContents } from '../support/store/workspace-contents.ts'
import type { Docs } from './support/cells.ts'
import { fill, test } from './support/cells.ts'

/** A database as it is at this moment, restored beside it. */
async function restore(database: TestDatabase) {
  const live = getAdminUrl(database)
  const name = uniqueName('footnote_test')
  const adminUrl = withDatabase(live, name)
  await runSql(live, `create database ${name} template template0`)
  await promisify(execFile)('bash', [
    '-c',
    `set -o pipefail; pg_dump --format=custom '${live}' | pg_restore --dbname='${adminUrl}'`,
  ])
  return {
    cell: 'zz',
    adminUrl,
    [Symbol.asyncDispose]: () => dropDatabase(live, name),
  }
}

const contents = (database: TestDatabase, { workspaceId }: Docs) =>
  getContents((statement) => readRows(database, statement), workspaceId)

test('a workspace comes back from a restored database into the live cell', async ({
  service,
  cells,
  database,
}) => {
  const [docs, stays] = [await fill(service), await fill(service)]
  // A worker writes these seconds after the page. Nothing changes by itself behind them.
  const starters = () => readRows(database, 'select from starter_questions')
  await vi.waitFor(async () => expect(await starters()).toHaveLength(2), { timeout: 60_000 })
  const before = await contents(database, docs)
  expect(before.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'client_keys',
      'messages',
      'passage_vectors',
      'passages',
      'starter_questions',
      'widgets',
      'workspaces',
    ]),
  )
  await using restored = await restore(database)
  // Life goes on behind that moment: another workspace is used, and this one is deleted.
  const question = { query: 'How do I reset a key?' }
  await ask(service, stays, question)
  const move = { workspaceId: docs.workspaceId, from: restored, to: cells.lower }
  expect((await footnoteMove(move)).errors).toContain('serves this workspace itself')
  await service.admin.workspaces.remove(docs.workspaceId)
  const left = () =>
    readRows(database, `select id from workspaces where id = '${docs.workspaceId}'`)
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000 })
  const others = await contents(database, stays)
  expect(await footnoteMove(move)).toMatchObject({ isDone: true, errors: '' })
  expect(await contents(database, docs)).toEqual(before)
  expect(await contents(database, stays)).toEqual(others)
  expect(takeLast(await ask(service, docs, question)).covered).toBe(true)
})
