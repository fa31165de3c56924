import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Pgbouncer, PgbouncerOptions } from '../support/network/pgbouncer.ts'
import { startPgbouncer } from '../support/network/pgbouncer.ts'
import { CLI, startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'

const run = promisify(execFile)

let database: TestDatabase
let apiUrl: string
let workerUrl: string

const withLogin = (url: string, username: string, password: string): string =>
  Object.assign(new URL(url), { username, password }).href

/** As in compose.yaml: the owner migrates and gives both roles a login. */
beforeAll(async () => {
  database = await createDatabase()
  apiUrl = withLogin(database.ownerUrl, 'footnote_api', 'the-api-password')
  workerUrl = withLogin(database.ownerUrl, 'footnote_worker', 'the-worker-password')
  await run(process.execPath, [CLI, 'migrate', '--set-logins'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.ownerUrl,
      API_DATABASE_URL: apiUrl,
      WORKER_DATABASE_URL: workerUrl,
    },
  })
})

afterAll(() => database.drop())

const ownLogins = (through = (url: string): string => url) => ({
  API_DATABASE_URL: through(apiUrl),
  WORKER_DATABASE_URL: through(workerUrl),
})

async function withPooler<Result>(
  poolMode: PgbouncerOptions['poolMode'],
  work: (pooler: Pgbouncer) => Promise<Result>,
): Promise<Result> {
  const databaseUrls = [database.ownerUrl, apiUrl, workerUrl]
  const pooler = await startPgbouncer({ databaseUrls, poolMode })
  try {
    return await work(pooler)
  } finally {
    await pooler.close()
  }
}

/** The error if it does not start. */
const findRefusal = async (
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<string> => {
  const started = startService({ databaseUrl, env })
  const refusal = await started.then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  await started.then((service) => service.kill()).catch(() => undefined)
  return refusal
}

test.each(['session', 'transaction'] as const)(
  'a pooler that drops the role (%s pooling) stops the start with one sentence',
  async (poolMode) => {
    const refusal = await withPooler(poolMode, (pooler) =>
      findRefusal(pooler.through(database.ownerUrl)),
    )
    expect(refusal).toContain('The service ended with 2:\nAPI_DATABASE_URL: its connections run as')
    expect(refusal).toContain('and not as footnote_api')
    expect(refusal).not.toContain(new URL(database.ownerUrl).password + '@')
  },
)

test('so does one that drops only the worker’s', async () => {
  const refusal = await withPooler('session', (pooler) =>
    findRefusal(database.ownerUrl, {
      WORKER_DATABASE_URL: pooler.through(database.ownerUrl),
    }),
  )
  expect(refusal).toContain('WORKER_DATABASE_URL: its connections run as')
})

test('a pooler that shares sessions by transaction stops the start, whoever logs in', async () => {
  const refusal = await withPooler('transaction', (pooler) =>
    findRefusal(database.ownerUrl, ownLogins(pooler.through)),
  )
  expect(refusal).toContain('shares sessions by transaction')
})

/** The pages that the service finds after it has indexed one. */
async function indexAndFind(env: Record<string, string>): Promise<string[]> {
  await using service = await startService({ databaseUrl: database.ownerUrl, env })
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/valve', content: '# Valve\n\nTurn the valve by hand.' },
  ])
  const { results } = await knowledge.client.search({ query: 'turn the valve by hand' })
  return results.map(({ document }) => document.url)
}

test('with a login for each role the service works through a pooler', async () => {
  const found = await withPooler('session', (pooler) => indexAndFind(ownLogins(pooler.through)))
  expect(found).toEqual(['https://docs.example.com/valve'])
})

type Login = { login: string; connections: number }

/** By login, whatever role it switched to. */
const logins = () =>
  readRows<Login>(
    database,
    `select usename::text as login, count(*)::int as connections from pg_stat_activity
     where datname = current_database() and usename <> 'postgres' group by 1 order by 1`,
  )

test('an api process works without the owner’s login, and nothing logs in as the owner', async () => {
  await using api = await startService({ databaseUrl: '', command: 'api', env: ownLogins() })
  await using _worker = await startService({
    databaseUrl: database.ownerUrl,
    command: 'worker',
    env: ownLogins(),
  })
  const knowledge = await createKnowledge(api)
  await putPages(api, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/pump', content: '# Pump\n\nPrime the pump with water.' },
  ])
  const { results } = await knowledge.client.search({ query: 'prime the pump' })
  expect(results).toHaveLength(1)
  expect((await logins()).map(({ login }) => login)).toEqual(['footnote_api', 'footnote_worker'])
})

test('the serving roles are members of nothing and cannot become the owner', async () => {
  const rows = await readRows<{ owner: boolean; super: boolean }>(
    database,
    `select pg_has_role(r.oid, d.datdba, 'member') as owner, r.rolsuper as super
     from pg_roles r, pg_database d
     where r.rolname in ('footnote_api', 'footnote_worker') and d.datname = current_database()`,
  )
  expect(rows).toEqual([
    { owner: false, super: false },
    { owner: false, super: false },
  ])
})
