import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  dropDatabase,
  runSql,
  uniqueName,
  withDatabase,
} from '../../../../test/support/store/services.ts'
import { getEffects, keepsVersionBefore, sizedEffects } from './migration-effects.ts'

const { databaseUrl, adminDatabaseUrl } = inject('services')
const name = uniqueName('effects_of_a_test')
let client: pg.Client

beforeAll(async () => {
  await runSql(databaseUrl, `create database ${name}`)
  client = new pg.Client(withDatabase(databaseUrl, name))
  await client.connect()
  await client.query(`
    create table parents (id int primary key);
    create table pages (id int primary key, parent int, title text, length int not null default 0,
      constraint short check (length < 1000) not valid);
    create unique index pages_title on pages (title);
    create function keep() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger kept before update on pages for each row execute function keep();
    create policy all_of_them on pages using (true);
    insert into pages select n, n, n::text from generate_series(1, 100) n;
    analyze pages`)
})
afterAll(async () => {
  await client.end()
  await dropDatabase(adminDatabaseUrl, name)
})

const READERS_WAIT = ['AccessExclusiveLock']
const WRITERS_WAIT = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock']

const readFilePath = async () => {
  const { rows } = await client.query<{ file: string }>(
    `select pg_relation_filenode('pages')::text as file`,
  )
  return rows[0]?.file
}

/** What PostgreSQL does, as far as it shows it. */
async function observe(statement: string) {
  const before = await readFilePath()
  await client.query('begin')
  try {
    await client.query(statement)
    const { rows } = await client.query<{ mode: string }>(
      `select mode from pg_locks where pid = pg_backend_pid() and relation = 'pages'::regclass`,
    )
    const has = (modes: string[]) => rows.some(({ mode }) => modes.includes(mode))
    const writersWait = has(WRITERS_WAIT) ? 'writers' : 'nobody'
    return {
      keepsOut: has(READERS_WAIT) ? 'everybody' : writersWait,
      isRewritten: (await readFilePath()) !== before,
    }
  } finally {
    await client.query('rollback')
  }
}

test.each([
  'alter table pages add column note text',
  "alter table pages add column kind text not null default 'plain'",
  'alter table pages add column made timestamptz not null default now()',
  'alter table pages add column key uuid default gen_random_uuid()',
  'alter table pages add column at timestamptz not null default clock_timestamp()',
  'alter table pages add column number bigserial',
  'alter table pages add column number int generated always as identity',
  'alter table pages add column double int generated always as (length * 2) stored',
  'alter table pages alter column length type bigint',
  'alter table pages alter column title set not null',
  'alter table pages drop column title',
  'alter table pages drop constraint short, add constraint short check (length < 9) not valid',
  'alter table pages validate constraint short',
  'alter table pages add constraint has_parent foreign key (parent) references parents not valid',
  'alter table pages add constraint titles unique using index pages_title',
  'alter table pages rename column title to name',
  'create index on pages (parent)',
  'create unique index one on pages (id, parent)',
  'create trigger other before update on pages for each row execute function keep()',
  'drop trigger kept on pages',
  'create policy larger on pages using (id > 1)',
  'drop policy all_of_them on pages',
  'update pages set length = 1 where id = 1',
  'delete from pages where id = 1',
])('%s', async (statement) => {
  const [effect] = getEffects(statement)
  const { keepsOut, isRewritten } = await observe(statement)
  expect(effect).toMatchObject({ table: 'pages', keepsOut })
  expect(effect?.work === 'rewrites all', effect?.work).toBe(isRewritten)
})

test.each([
  ['alter table pages alter column title set not null', 'reads all'],
  ['alter table pages add check (length > 0)', 'reads all'],
  ['alter table pages add constraint c check (length > 0) not valid', 'nothing'],
  ['alter table pages validate constraint short', 'reads all'],
  ['create index concurrently i on pages (parent)', 'reads all'],
  ['update only pages set length = 1', 'changes some'],
  ['alter table only pages add column note text', 'nothing'],
])('the rows: %s', (statement, work) => {
  expect(getEffects(statement)).toMatchObject([{ table: 'pages', work }])
})

test('the strongest of several statements counts, and a function has none', () => {
  const sql = `-- alter table parents add column c text;
    create index concurrently i on pages (parent);
    alter table pages add column note text default 'a; alter table parents drop column id';
    create function f() returns void language sql as $body$ update parents set id = 1; $body$;`
  expect(getEffects(sql)).toEqual([{ table: 'pages', keepsOut: 'everybody', work: 'reads all' }])
})

test('a foreign key keeps the writers of the table that it names waiting', async () => {
  const statement = 'create table children (parent int references parents)'
  const waiting = { keepsOut: 'writers', work: 'nothing' }
  expect(getEffects(statement)).toEqual([{ table: 'parents', ...waiting }])
  await client.query('begin')
  await client.query(statement)
  const { rows } = await client.query<{ mode: string }>(
    `select mode from pg_locks where pid = pg_backend_pid() and relation = 'parents'::regclass`,
  )
  await client.query('rollback')
  expect(rows).toContainEqual({ mode: 'ShareRowExclusiveLock' })
})

test('tables that are there have a size', async () => {
  const effects = getEffects(
    'alter table pages add column note text; create index on elsewhere (id)',
  )
  expect(effects).toHaveLength(2)
  expect(await sizedEffects(client, effects)).toEqual([
    { ...effects[0], rows: 100, bytes: expect.any(Number) },
  ])
})

test('the version before can run on what raises no floor', () => {
  expect(keepsVersionBefore('alter table pages add column note text')).toBe(true)
  expect(keepsVersionBefore("-- Up\nupdate schema_floor\n  set migration = '0099_x'")).toBe(false)
})
