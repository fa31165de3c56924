import { randomUUID } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'

export type TestServices = {
  /** The owner's login: no superuser, as in production. */
  databaseUrl: string
  adminDatabaseUrl: string
  redisUrl: string
  /** A migrated, empty database that nobody connects to. */
  templateDatabase: string
}

declare module 'vitest' {
  interface ProvidedContext {
    services: TestServices
  }
}

export type TestDatabase = AsyncDisposable & {
  ownerUrl: string
  drop: () => Promise<void>
}

/** A migrated, empty database of the test file's own, cloned from the template. */
export async function createDatabase(): Promise<TestDatabase> {
  const { databaseUrl, adminDatabaseUrl, templateDatabase } = inject('services')
  const name = uniqueName('footnote_test')
  await runSql(
    databaseUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(templateDatabase)}`,
  )
  // By the administrator: the owner may not end a running autovacuum.
  const drop = () => dropDatabase(adminDatabaseUrl, name)
  return { ownerUrl: withDatabase(databaseUrl, name), drop, [Symbol.asyncDispose]: drop }
}

/** Ends sessions that a test left open, so that a forgotten pool cannot hide a failure. */
export async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  await runSql(databaseUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}

/** Unique, because two runs may share one PostgreSQL. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
}

export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function runSql(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The superuser's login to a test's database. */
export function getAdminUrl({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): string {
  const { adminDatabaseUrl } = inject('services')
  return withDatabase(adminDatabaseUrl, new URL(ownerUrl).pathname.slice(1))
}

/** Rows read as the superuser, which bypasses row security. */
export async function readRows<Row extends object>(
  database: Pick<TestDatabase, 'ownerUrl'>,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: getAdminUrl(database) })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
