import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import {
  dropDatabase,
  runSql,
  uniqueName,
  withDatabase,
} from '../../../../test/support/store/services.ts'
import { applyAll, MigrationError } from './migrate.ts'
import { getDescription } from './migration-files.ts'

const { databaseUrl, adminDatabaseUrl } = inject('services')

let name: string
let pool: pg.Pool
let client: pg.PoolClient
let folder: string

beforeEach(async () => {
  name = uniqueName('migrations_of_a_test')
  await runSql(databaseUrl, `create database ${name}`)
  pool = new pg.Pool({ connectionString: withDatabase(databaseUrl, name), max: 3 })
  // A pool ends before its connections are gone, and the database is dropped with those that are left.
  pool.on('error', () => undefined)
  client = await pool.connect()
  folder = await mkdtemp(join(tmpdir(), 'footnote-migrations-'))
})

afterEach(async () => {
  client.release(true)
  await pool.end()
  await dropDatabase(adminDatabaseUrl, name)
  await rm(folder, { recursive: true })
})

const write = (file: string, text: string) => writeFile(join(folder, `${file}.sql`), text)
const apply = (attempts = 1) => applyAll(client, folder, { attempts, pauseMs: 100 })
const count = async (query: string) => (await pool.query(query)).rowCount

test('what was applied before a failure stays, and the rest follows once it is mended', async () => {
  await write('1_first', 'create table first (id integer)')
  await write('2_second', 'create table second (id integer); select 1 / 0')
  await expect(apply()).rejects.toThrow(MigrationError)
  await expect(apply()).rejects.toMatchObject({ migration: '2_second' })
  await write('2_second', 'create table second (id integer)')
  await write('3_third', 'create table third (id integer)')
  expect(await apply()).toEqual(['2_second', '3_third'])
  expect(await apply()).toEqual([])
})

test('a migration kept from its table lets others through, and tries again', async () => {
  await write('1_first', 'create table first (id integer)')
  await apply()
  await write('2_second', 'alter table first add column name text')
  const reader = await pool.connect()
  await reader.query('begin; select * from first')
  const given = await apply().catch((error) => error)
  expect(given).toMatchObject({ migration: '2_second', cause: { code: '55P03' } })
  const waiting = apply(1_000)
  const isWaiting = "select from pg_stat_activity where wait_event_type = 'Lock'"
  await expect.poll(() => count(isWaiting)).toBe(1)
  // It gives up its place in the queue, or this would wait for the reader's transaction to end.
  expect(await count('select * from first')).toBe(0)
  await reader.query('commit')
  reader.release()
  expect(await waiting).toEqual(['2_second'])
})

test('an index is built outside a transaction, and again if it was interrupted', async () => {
  await write('1_first', 'create table first (id integer)')
  const build = `-- Outside a transaction. Finds by id.
drop index if exists first_id;
create index concurrently first_id on first (id);
`
  await write('2_index', `${build}select 1 / 0;\n`)
  await expect(apply()).rejects.toMatchObject({ migration: '2_index' })
  await write('2_index', build)
  expect(await apply()).toEqual(['2_index'])
  expect(await count("select from pg_indexes where indexname = 'first_id'")).toBe(1)
})

test('a plan says what a migration does in the words of its file', () => {
  const sql = '-- Keeps the first\n-- of them.\ncreate table first ();\n-- Not this.\n'
  expect(getDescription(sql)).toBe('Keeps the first of them.')
})
