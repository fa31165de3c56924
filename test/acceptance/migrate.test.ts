import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { CLI, startService } from '../support/service.ts'
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
  expect(await complaintAbout(server.url)).toMatch(
    /^The database server at 127\.0\.0\.1:\d+\/\w+ does not have pgvector\. Install it there with .*(install-system|pgvector)/,
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

async function newestMigration(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select max(name) as name from migrations')
  await client.end()
  return rows[0]?.name ?? ''
}

/** As a newer version would leave it, with the oldest version that can run on it. */
const migrateFurther = (databaseUrl: string, floor: string) =>
  runSql(
    databaseUrl,
    `insert into migrations (name, timestamp) values ('9999_future', now()::text);
     update schema_floor set migration = '${floor}'`,
  )

test('an earlier version migrates and starts after a newer one, if nothing it uses was taken away', async () => {
  await using database = await createDatabase()
  await migrateFurther(database.ownerUrl, await newestMigration(database.ownerUrl))
  expect(await tryMigrate(database.ownerUrl)).toEqual([])
  const run = await runCli(['migrate'], { env: { DATABASE_URL: database.ownerUrl } })
  expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  expect(run.stdout).toContain('newer version of Footnote (9999_future). This version can run')
  await using service = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
})

test('a schema without what this version uses is left alone, and not served from', async () => {
  await using database = await createDatabase()
  await migrateFurther(database.ownerUrl, '9999_future')
  expect(await complaintAbout(database.ownerUrl)).toContain(
    'newer version of Footnote (it has 9999_future), and this one cannot run on it',
  )
  const started = startService({ databaseUrl: database.ownerUrl, command: 'api' })
  await expect(started).rejects.toThrow('this one cannot run on it (it needs 9999_future)')
})

test('a version does not start before its migrations were applied, which --plan lists', async () => {
  await using database = await createDatabase()
  const newest = await newestMigration(database.ownerUrl)
  await runSql(database.ownerUrl, `delete from migrations where name = '${newest}'`)
  const started = startService({ databaseUrl: database.ownerUrl, command: 'api' })
  await expect(started).rejects.toThrow(`lacks migration ${newest}. Run footnote migrate`)
  const run = await runCli(['migrate', '--plan'], { env: { DATABASE_URL: database.ownerUrl } })
  expect(run).toMatchObject({ exitCode: 0, stderr: '' })
  const lines = run.stdout.trimEnd().split('\n')
  expect(lines[0]).toBe(newest)
  expect(lines[1]).toMatch(/^ {2}\S/)
  for (const line of lines.slice(2, -1))
    expect(line).toMatch(/^ {2}\w+ \(.+ MB\): (nobody|writers|readers and writers) waits? \w.+\.$/)
  expect(lines.at(-1)).toBe('The version before keeps running, during and after.')
})

test('a database of a development version before 0.1 is told so, and left alone', async () => {
  await using database = await createDatabase()
  await runSql(database.ownerUrl, `update migrations set name = 'before_' || name`)
  const before = 'This database was made by a development version before 0.1'
  expect(await complaintAbout(database.ownerUrl)).toContain(before)
  const run = await runCli(['migrate', '--plan'], { env: { DATABASE_URL: database.ownerUrl } })
  expect(run).toMatchObject({ exitCode: 1, stdout: '' })
  expect(run.stderr).toContain(before)
  const started = startService({ databaseUrl: database.ownerUrl, command: 'api' })
  await expect(started).rejects.toThrow(before)
})

test('a failed migration reports its cause and leaves nothing of itself behind', async () => {
  const url = await emptyDatabase()
  await runSql(url.href, 'create table sync_pages ()')
  expect(await complaintAbout(url.href)).toContain(
    `Migration 0006_syncs found in ${url.pathname.slice(1)} what it was about to create (relation "sync_pages"`,
  )
  await runSql(url.href, 'drop table sync_pages')
  // Anything left behind would make this one fail. Those before it were applied.
  expect((await tryMigrate(url.href))?.[0]).toBe('0006_syncs')
})

test('the second of two concurrent migrations waits, and finds nothing to do', async () => {
  const { href } = await emptyDatabase()
  const runs = await Promise.all([tryMigrate(href), tryMigrate(href), tryMigrate(href)])
  expect(runs.filter((applied) => applied?.includes('0001_roles'))).toHaveLength(1)
  expect(runs.filter((applied) => applied?.length === 0)).toHaveLength(2)
})

test('--wait ends once another process has migrated the database, and says what it waits for', async () => {
  const url = (await emptyDatabase({ rights: 'superuser' })).href
  const waiting = spawn(process.execPath, [CLI, 'migrate', '--wait'], {
    env: { PATH: process.env['PATH'], WORKER_DATABASE_URL: url },
  })
  onTestFinished(() => void waiting.kill())
  let said = ''
  waiting.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(waiting, 'exit')
  await expect.poll(() => said).toMatch(/^waiting: The database lacks migration 0001_roles/)
  expect(await tryMigrate(url)).toContain('0001_roles')
  expect(await ended).toEqual([0, null])
  expect(said).toMatch(/The database is up to date\.\n$/)
})
