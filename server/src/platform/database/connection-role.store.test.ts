import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPgbouncer } from '../../../../test/support/network/pgbouncer.ts'
import type { Pgbouncer } from '../../../../test/support/network/pgbouncer.ts'
import { openAs, seedTenant } from '../../../../test/support/store/seed.ts'
import type { TestDatabase } from '../../../../test/support/store/services.ts'
import {
  createDatabase,
  runSql,
  uniqueName,
  withDatabase,
} from '../../../../test/support/store/services.ts'
import type { DatabaseRole } from './connection-role.ts'
import { DatabaseRoleError, requireRole } from './connection-role.ts'
import { holdProcessLock } from './process-lock.ts'
import { openQueue } from '../queue.ts'

let database: TestDatabase
let pooler: Pgbouncer
/** A login that is no more than a role, as the serving ones are. */
const LOGIN = uniqueName('footnote_test_login')
let loginUrl: string

beforeAll(async () => {
  database = await createDatabase()
  await runSql(inject('services').adminDatabaseUrl, `create role ${LOGIN} login password 'login'`)
  loginUrl = Object.assign(new URL(database.ownerUrl), { username: LOGIN, password: 'login' }).href
  const worker = openAs(database.ownerUrl, 'footnote_worker')
  await seedTenant(worker.db)
  await worker.db.destroy()
  pooler = await startPgbouncer({
    databaseUrls: [database.ownerUrl, loginUrl],
    poolMode: 'session',
  })
})

afterAll(async () => {
  await pooler.close()
  await database.drop()
  await runSql(inject('services').adminDatabaseUrl, `drop role ${LOGIN}`)
})

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, options: '-c role=footnote_api' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('a pooler drops the role, and what the owner reads then has no tenant', async () => {
  const names = await withClient(pooler.through(database.ownerUrl), async (client) => {
    // Reads what the api role may not read at all.
    await client.query('select from passages')
    return (await client.query<{ name: string }>('select current_user as name')).rows
  })
  expect(names).toEqual([{ name: new URL(database.ownerUrl).username }])
})

test.each(['footnote_api', 'footnote_worker'] as const)(
  'no connection of %s is handed out that runs as the owner',
  async (role) => {
    const { db } = openAs(pooler.through(database.ownerUrl), role)
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseRoleError)
    await expect(db.transaction().execute((tx) => sql`select 1`.execute(tx))).rejects.toThrow(role)
    await db.destroy()
  },
)

test('nor one of the queue, and the lock of the process is not held as the owner', async () => {
  const databaseUrl = pooler.through(database.ownerUrl)
  await expect(
    openQueue({ databaseUrl, supervise: false, onError: () => undefined }),
  ).rejects.toThrow(/not as footnote_worker/)
  const lock = await holdProcessLock(databaseUrl)
  expect(lock.key()).toBeNull()
  await lock.close()
})

test('settings that a pooler drops are made again, for the session', async () => {
  const settings = { enable_seqscan: 'off', statement_timeout: '1234ms', 'hnsw.ef_search': '200' }
  const client = new pg.Client({ connectionString: pooler.through(loginUrl) })
  await client.connect()
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a role of the test's own
    await requireRole(client, LOGIN as DatabaseRole, settings)
    for (const [name, value] of Object.entries(settings)) {
      const { rows } = await client.query('select current_setting($1) as value', [name])
      expect(rows, name).toEqual([{ value }])
    }
  } finally {
    await client.end()
  }
})

/** Any role will do to be looked at; those of the cluster are not for a test to change. */
async function findProblem(url: string, role: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, options: `-c role=${role}` })
  await client.connect()
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a role of the test's own
    return await requireRole(client, role as DatabaseRole).catch((error: unknown) => error)
  } finally {
    await client.end()
  }
}

test.each(['superuser', 'bypassrls'])('a role with %s is refused', async (attribute) => {
  const { adminDatabaseUrl } = inject('services')
  const role = uniqueName('footnote_test_role')
  const url = withDatabase(adminDatabaseUrl, new URL(database.ownerUrl).pathname.slice(1))
  await runSql(adminDatabaseUrl, `create role ${role}`)
  try {
    expect(await findProblem(url, role)).toBeUndefined()
    await runSql(adminDatabaseUrl, `alter role ${role} ${attribute}`)
    expect(String(await findProblem(url, role))).toContain('not bound by row security')
  } finally {
    await runSql(adminDatabaseUrl, `drop role ${role}`)
  }
})

test('the owner of the tables and its members are refused', async () => {
  const { adminDatabaseUrl } = inject('services')
  const { username: owner, pathname } = new URL(database.ownerUrl)
  expect(String(await findProblem(database.ownerUrl, owner))).toContain(
    'rights of the tables’ owner',
  )
  const role = uniqueName('footnote_test_role')
  await runSql(adminDatabaseUrl, `create role ${role} noinherit in role ${owner}`)
  try {
    const url = withDatabase(adminDatabaseUrl, pathname.slice(1))
    expect(String(await findProblem(url, role))).toContain('rights of the tables’ owner')
  } finally {
    await runSql(adminDatabaseUrl, `drop role ${role}`)
  }
})
