import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { kyselyPool } from './kysely-pool.ts'

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

/**
 * The api role reads one knowledge base a statement, by index: a plan that reads a table from end to
 * end was made for a tenant that had most of it and is wrong for the next. So prepared statements are
 * planned once for all tenants, without such plans; that saves 3 of 18 ms of a search. Compiling a
 * plan takes longer than any of its statements.
 *
 * `hnsw`: what is restricted or in another group is taken out after an index has found it, so the
 * scan goes on until there are enough. 100 passages are wanted, and with fewer neighbours in sight it
 * would start over for each search; docs/decisions/0006-size.md has recall and time by this number.
 */
const SETTINGS: Record<DatabaseRole, Record<string, string>> = {
  footnote_api: {
    enable_seqscan: 'off',
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    'hnsw.ef_search': '200',
    'hnsw.iterative_scan': 'relaxed_order',
  },
  footnote_worker: {},
}

/** As the server takes them when a connection begins. */
export const connectionSettings = (role: DatabaseRole): string =>
  Object.entries({ role, ...SETTINGS[role] })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

export type OpenDatabase = { db: Db; pool: pg.Pool }

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.role,
    options: connectionSettings(options.role),
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
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) }),
    pool,
  }
}
