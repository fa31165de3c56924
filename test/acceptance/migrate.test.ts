import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { freePort } from '../support/network/free-port.ts'
import { tryMigrate } from '../support/store/migrating.ts'
import { startWithoutVector } from '../support/store/postgres-without-vector.ts'
import {
  createDatabase,
  dropDatabase,
  runSql,
  uniqueName,
  withDatabase,
} from '../support/store/services.ts'

const { databaseUrl: ownerUrl, adminDatabaseUrl: adminUrl } = inject('services')

const made = { databases: [] as string[], roles: [] as string[] }
afterAll(async () => {
  for (const name of made.databases) await dropDatabase(adminUrl, name)
  for (const name of made.roles) await runSql(adminUrl, `drop role ${name}`)
})

/** Why it failed, and what to do, on one line. */
const EXPLANATION = /^[^\n]+\. [^\n]+\.$/

async function complaintAbout(databaseUrl: string): Promise<string> {
  const said = await tryMigrate(databaseUrl)
  if (typeof said === 'string' && EXPLANATION.test(said)) return said
  throw new Error(`Not an explanation: ${JSON.stringify(said)}`)
}

/** A database that was not migrated, and a login with these rights. */
async function emptyDatabase({
  rights = 'createrole',
  owns = true,
  template = 'template1',
}: { rights?: string; owns?: boolean; template?: string } = {}): Promise<URL> {
  const [role, name] = [uniqueName('migrate_role'), uniqueName('migrate_test')]
  await runSql(adminUrl, `create role ${role} login password 'secret' ${rights}`)
  made.roles.push(role)
  const owner = owns ? `owner ${role}` : ''
  await runSql(adminUrl, `create database ${name} template ${template} ${owner}`)
  made.databases.push(name)
  const url = new URL(withDatabase(adminUrl, name))
  url.username = role
  url.password = 'secret'
  return url
}

function changed(
  change: Partial<Pick<URL, 'port' | 'password' | 'pathname' | 'username'>>,
): string {
  const url = new URL(ownerUrl)
  return Object.assign(url, change).href
}

test('an unreachable or silent database is named by its address', async () => {
  expect(await complaintAbout(changed({ port: String(await freePort()) }))).toContain(
    'cannot be reached',
  )
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  expect(await complaintAbout(changed({ port: String(port) }))).toContain('did not respond in time')
  silent.close()
})

test('the command exits with 1 and explains the error, without the password or a stack trace', async () => {
  const DATABASE_URL = changed({ password: 'hunter2' })
  const run = await runCli(['migrate'], { env: { DATABASE_URL } })
  expect(run).toMatchObject({ exitCode: 1, stdout: '' })
  expect(run.stderr).toContain('refused the password of footnote')
  expect(run.stderr.trimEnd()).toMatch(EXPLANATION)
  expect(run.stderr).not.toContain('hunter2')
})

test('a wrong user, a wrong database and a malformed URL are told apart', async () => {
  expect(await complaintAbout(changed({ username: 'nobody' }))).toContain(
    'refused the password of nobody',
  )
  expect(await complaintAbout(changed({ pathname: '/nowhere' }))).toContain(
    'There is no database nowhere',
  )
  expect(await complaintAbout('postgres://[nonsense')).toContain(
    'DATABASE_URL is not a database URL',
  )
})

test('a login without a needed right is told which, and how to get it', async () => {
  const noRoles = await emptyDatabase({ rights: '' })
  expect(await complaintAbout(noRoles.href)).toContain(`alter role ${noRoles.username} createrole`)
  const noExtension = await emptyDatabase({ template: 'template0' })
  expect(await complaintAbout(noExtension.href)).toContain(
    'Have a superuser run `create extension vector`',
  )
  const stranger = await emptyDatabase({ owns: false })
  const name = stranger.pathname.slice(1)
  expect(await complaintAbout(stranger.href)).toContain(
    `alter database ${name} owner to ${stranger.username}`,
  )
})

test('a server without pgvector is reported with the package to install', async () => {
  await using server = await startWithoutVector()
  expect(await complaintAbout(server.url)).toContain(
    'The database server does not have pgvector. Install',
  )
})

test('a role that the migration of another database is making is waited for', async () => {
  await using server = await startWithoutVector()
  const [other, watcher] = [0, 1].map(() => new Client({ connectionString: server.url }))
  await Promise.all([other?.connect(), watcher?.connect()])
  await other?.query('begin; create role footnote_api nologin')
  const complaint = complaintAbout(server.url)
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
  await expect.poll(async () => (await watcher?.query(waiting))?.rowCount).toBe(1)
  await other?.query('commit')
  await Promise.all([other?.end(), watcher?.end()])
  // From a later migration.
  expect(await complaint).toContain('does not have pgvector')
})

test('a database of a newer version is left alone', async () => {
  await using database = await createDatabase()
  await runSql(
    database.ownerUrl,
    "insert into migrations (name, timestamp) values ('9999_future', now()::text)",
  )
  expect(await complaintAbout(database.ownerUrl)).toContain(
    'newer version of Footnote (it has 9999_future)',
  )
})

test('a failed migration reports its cause and leaves nothing behind', async () => {
  const url = await emptyDatabase()
  await runSql(url.href, 'create table sync_pages ()')
  expect(await complaintAbout(url.href)).toContain(
    `Migration 0012_sources found in ${url.pathname.slice(1)} what it was about to create (relation "sync_pages"`,
  )
  await runSql(url.href, 'drop table sync_pages')
  // Anything left behind would make this one fail.
  expect(await tryMigrate(url.href)).toContain('0001_tenants')
})

test('the second of two concurrent migrations waits, and finds nothing to do', async () => {
  const { href } = await emptyDatabase()
  const runs = await Promise.all([tryMigrate(href), tryMigrate(href), tryMigrate(href)])
  expect(runs.filter((applied) => applied?.includes('0001_tenants'))).toHaveLength(1)
  expect(runs.filter((applied) => applied?.length === 0)).toHaveLength(2)
})
