import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'

export type Db = Kysely<Database>

/** The api role sees only what readers may; the worker role writes, one tenant a transaction. */
export type DatabaseRole = 'footnote_api' | 'footnote_worker'

export type DatabaseOptions = {
  url: string
  role: DatabaseRole
  maxConnections: number
  /** A statement still running after this is cancelled. */
  statementTimeoutMs: number
  onIdleError: (error: Error) => void
}

export type OpenDatabase = { db: Db; pool: pg.Pool }

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.role,
    options: `-c role=${options.role}`,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
  })
  // A connection that breaks while idle leaves the pool by itself; unheard, the event would end the
  // process.
  pool.on('error', options.onIdleError)
  // And one that breaks while it is checked out, between two statements.
  pool.on('connect', (client) => client.on('error', options.onIdleError))
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}
