import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { describeMigrateError } from '../../../../cli/src/errors/describe-migrate-error.ts'
import type { EmbeddingsServer } from '../../../../test/fakes/embeddings-server.ts'
import { startEmbeddingsServer } from '../../../../test/fakes/embeddings-server.ts'
import { freePort } from '../../../../test/support/network/free-port.ts'
import {
  getAdminUrl,
  dropDatabase,
  readRows,
  runSql,
  uniqueName,
  withDatabase,
} from '../../../../test/support/store/services.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../../test/support/store/store.ts'
import { listenForKeyChanges } from '../../access/clients/key-changes.ts'
import { createClientKey } from '../../access/clients/keys.ts'
import { readServerFacts } from './check-server.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'

const PEPPER = 'p'.repeat(32)
const DIMENSIONS = 8
let store: Store
let embeddings: EmbeddingsServer
let deadPort: number
const empty = uniqueName('doctor_empty')

beforeAll(async () => {
  store = await openStore()
  embeddings = await startEmbeddingsServer({ dimensions: DIMENSIONS })
  deadPort = await freePort()
  await asAdmin(`update embedding_spaces set model = 'fake@${DIMENSIONS}'`)
  const key = { name: 'a', kind: 'public', allowedGroupIds: [] } as const
  await asWorker(store, (tx) =>
    createClientKey(tx, store.tenant, { pepper: PEPPER, cell: '00' }, key),
  )
  // Has neither pgvector nor anything of ours.
  await runSql(
    inject('services').adminDatabaseUrl,
    `create database ${empty} template template0 owner footnote`,
  )
})

afterAll(async () => {
  await embeddings.close()
  await dropDatabase(inject('services').adminDatabaseUrl, empty)
  await store.close()
})

const asAdmin = (statement: string) => runSql(getAdminUrl(store), statement)

const healthy = (): Record<string, string> => ({
  DATABASE_URL: store.ownerUrl,
  KEY_PEPPER: PEPPER,
  SECRETS_KEY: 's'.repeat(32),
  PUBLIC_URL: 'https://ask.example.com',
  EMBEDDING_URL: embeddings.url,
  EMBEDDING_MODEL: 'fake',
  EMBEDDING_DIMENSIONS: String(DIMENSIONS),
})

/**
 * What is not as it should be. Nothing works the queue of a test, and others connect to its server: both
 * are no fault of this database.
 */
const NOT_OURS = new Set(['workers', 'connections'])

async function complaints(change: Record<string, string> = {}): Promise<Finding[]> {
  const findings = await examine({ ...healthy(), ...change }, describeMigrateError)
  return findings.filter(({ check, state }) => state !== 'ok' && !NOT_OURS.has(check))
}

const changed = (change: Partial<Pick<URL, 'port' | 'password' | 'pathname'>>): string =>
  Object.assign(new URL(store.ownerUrl), change).href

const problem = (check: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  message: expect.any(String),
  remedy: expect.stringContaining(remedy),
})

test('a sound deployment has no complaint, and nothing is written', async () => {
  const before = await readRows(store, 'select * from secret_fingerprints')
  expect(await complaints()).toEqual([])
  expect(await readRows(store, 'select * from secret_fingerprints')).toEqual(before)
})

test('processes are counted by the connection that each of them holds', async () => {
  const listening = listenForKeyChanges(store.ownerUrl, () => undefined)
  const client = new pg.Client(store.ownerUrl)
  await client.connect()
  try {
    await expect.poll(async () => (await readServerFacts(client)).processes).toBeGreaterThan(0)
  } finally {
    await client.end()
    await listening.close()
  }
})

test('a database that cannot be used is told apart by its reason', async () => {
  const reasons = {
    'Start it, or correct the host and port in DATABASE_URL.': { port: String(deadPort) },
    'Correct the user and password in DATABASE_URL.': { password: 'wrong' },
    'Create it with `create database`, or correct DATABASE_URL.': { pathname: '/not_there' },
  }
  for (const [remedy, change] of Object.entries(reasons)) {
    expect(await complaints({ DATABASE_URL: changed(change) })).toEqual([
      problem('database', remedy),
    ])
  }
})

test('an empty database needs pgvector and the migrations', async () => {
  const url = withDatabase(store.ownerUrl, empty)
  expect(await complaints({ DATABASE_URL: url })).toEqual([
    problem('pgvector', 'create extension vector'),
    problem('schema', 'Run footnote migrate'),
  ])
})

test('a login that fails names its own setting', async () => {
  const url = new URL(store.ownerUrl)
  url.username = 'footnote_worker'
  url.password = 'wrong'
  expect(await complaints({ WORKER_DATABASE_URL: url.href })).toEqual([
    problem('footnote_worker', 'WORKER_DATABASE_URL'),
  ])
})

/** Breaks the database for one look at it. */
async function whileBroken(breaking: string, mending: string): Promise<Finding[]> {
  await asAdmin(breaking)
  try {
    return await complaints()
  } finally {
    await asAdmin(mending)
  }
}

test('rights and row security that a restore lost are named', async () => {
  const grants = await whileBroken(
    'revoke insert on documents from footnote_worker',
    'grant insert on documents to footnote_worker',
  )
  expect(grants).toEqual([problem('grants', 'without --no-privileges')])
  expect(grants[0]?.message).toContain('insert on public.documents for footnote_worker')
  const open = await whileBroken(
    'alter table client_keys disable row level security',
    'alter table client_keys enable row level security',
  )
  expect(open).toEqual([
    problem('row security', 'alter table client_keys enable row level security'),
  ])
})

test('a schema of another version is named', async () => {
  const [newest] = await readRows<{ name: string }>(
    store,
    'select name from migrations order by name desc limit 1',
  )
  const older = await whileBroken(
    `update migrations set name = '0000_other' where name = '${newest?.name}'`,
    `update migrations set name = '${newest?.name}' where name = '0000_other'`,
  )
  expect(older).toEqual([problem('schema', 'Run footnote migrate')])
  const [floor] = await readRows<{ migration: string }>(store, 'select migration from schema_floor')
  const newer = await whileBroken(
    "update schema_floor set migration = '9999_future'",
    `update schema_floor set migration = '${floor?.migration}'`,
  )
  expect(newer).toEqual([problem('schema', 'Run the newer version')])
})

test('a changed pepper is named before keys are refused', async () => {
  await asAdmin(
    "insert into secret_fingerprints (name, fingerprint) values ('KEY_PEPPER', 'of another')",
  )
  expect(await complaints()).toEqual([problem('KEY_PEPPER', 'set it as KEY_PEPPER_PREVIOUS')])
  await asAdmin("delete from secret_fingerprints where name = 'KEY_PEPPER'")
})

test('models that cannot be used are named with their settings', async () => {
  const nowhere = `http://127.0.0.1:${deadPort}/v1`
  expect(await complaints({ EMBEDDING_URL: nowhere })).toEqual([
    problem('embedding model', 'EMBEDDING_URL'),
  ])
  expect(await complaints({ EMBEDDING_DIMENSIONS: '9' })).toEqual([
    problem('embedding model', 'EMBEDDING_DIMENSIONS'),
  ])
  expect(await complaints({ EMBEDDING_MODEL_DIR: '/not/there' })).toEqual([
    problem('embedding model', 'set EMBEDDING_MODEL_DIR'),
  ])
  expect(await complaints({ EMBEDDING_MODEL: 'another' })).toEqual([
    problem('vectors', 'footnote reembed'),
  ])
  const answering = {
    ANSWER_PROVIDER: 'openai-compatible',
    ANSWER_MODEL: 'm',
    ANSWER_BASE_URL: nowhere,
  }
  expect(await complaints(answering)).toEqual([problem('answering model', 'ANSWER_BASE_URL')])
  const reranking = { RERANK_URL: nowhere, RERANK_MODEL: 'm' }
  expect(await complaints(reranking)).toEqual([problem('reranker', 'RERANK_URL')])
})

test('a Redis that does not answer is named', async () => {
  expect(await complaints({ REDIS_URL: `redis://127.0.0.1:${deadPort}` })).toEqual([
    problem('redis', 'correct REDIS_URL'),
  ])
  expect(await complaints({ REDIS_URL: inject('services').redisUrl })).toEqual([])
})

test('jobs that nobody takes are named', async () => {
  await asAdmin(
    "insert into pgboss.job (name, start_after) values ('reembed', now() - interval '1 hour')",
  )
  const findings = await examine(healthy(), describeMigrateError)
  const start = 'Start one: footnote worker, or footnote all.'
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([
    problem('workers', start),
    problem('queue', start),
  ])
  await asAdmin('delete from pgboss.job')
})

test('a wrong setting is named, and the database is looked at all the same', async () => {
  const findings = await examine(
    { ...healthy(), KEY_PEPPER: 'short', DATABASE_URL: withDatabase(store.ownerUrl, empty) },
    describeMigrateError,
  )
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
    problem('configuration', 'docs/configuration.md'),
    problem('pgvector', 'create extension vector'),
    problem('schema', 'Run footnote migrate'),
  ])
  expect(findings.find(({ check }) => check === 'configuration')?.message).toContain('KEY_PEPPER')
})

test('settings that work with a drawback are warnings', async () => {
  const warned = await complaints({
    PUBLIC_URL: 'http://ask.example.com',
    SECRETS_KEY: '',
    TRUST_PROXY: 'true',
  })
  expect(warned.map(({ check, state }) => `${state}: ${check}`)).toEqual([
    'warning: public address',
    'warning: sealed secrets',
    'warning: proxy',
  ])
})

test('a server that does not follow is passed over, and one that does not answer is named', async () => {
  const dead = `postgres://footnote:secret@127.0.0.1:${deadPort}/footnote`
  const settings = { ...healthy(), CANDIDATE_DATABASE_URLS: `${store.ownerUrl},${dead}` }
  const found = await examine(settings, describeMigrateError)
  const standbys = found.filter(({ check }) => check.startsWith('standby'))
  expect(standbys).toEqual([
    expect.objectContaining({ state: 'ok', message: expect.stringContaining('pass it over') }),
    expect.objectContaining({
      check: `standby 127.0.0.1:${deadPort}`,
      state: 'warning',
      message: expect.stringContaining('the primary searches instead'),
    }),
  ])
  expect(JSON.stringify(standbys)).not.toContain('secret')
})
