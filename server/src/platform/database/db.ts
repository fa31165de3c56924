import { Kysely } from 'kysely'
import pg from 'pg'
import type { DatabaseRole } from './connection-role.ts'
import { requireRole } from './connection-role.ts'
import type { Database } from './database.ts'
import { PipelinedDialect } from './pipelined-driver.ts'

export type Db = Kysely<Database>

export type DatabaseOptions = {
  url: string
  role: DatabaseRole
  maxConnections: number
  /** A statement still running after this is cancelled. */
  statementTimeoutMs: number
  onIdleError: (error: Error) => void
}

/**
 * The api role reads one knowledge base per statement, by index: a sequential scan would have been
 * planned for a tenant that has most of the table, and is wrong for the next. So prepared statements are
 * planned once for all tenants, without such scans, which saves 3 of 18 ms per search. JIT-compiling a
 * plan takes longer than running any of the statements.
 *
 * `hnsw`: restricted passages and other groups are filtered out after the index scan, so the
 * scan continues until there are enough. 100 passages are wanted, and with a smaller `ef_search` it
 * would resume for each search; docs/decisions/0006-size.md has recall and time by this number.
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

/** In the form of start-up options. */
export const connectionSettings = (role: DatabaseRole): string =>
  Object.entries({ role, ...SETTINGS[role] })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Time for the server to report a cancelled statement before the connection is dropped. */
const GRACE_MS = 2_000

export type OpenDatabase = { db: Db; pool: pg.Pool }

const IDLE_IN_TRANSACTION_MS = 30_000

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { role, statementTimeoutMs } = options
  const settings = {
    ...SETTINGS[role],
    statement_timeout: `${statementTimeoutMs}ms`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}ms`,
  }
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: role,
    options: connectionSettings(role),
    max: options.maxConnections,
    // Statements may be sent before the one ahead of them is answered: see pipelined-driver.ts.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // By this process's clock: a frozen server or a network that drops packets cancels nothing.
    query_timeout: statementTimeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: (client) => requireRole(client, role, settings),
  })
  // A connection that breaks while idle leaves the pool by itself. Unhandled, the event would end the
  // process.
  pool.on('error', options.onIdleError)
  // The same for one that breaks while checked out, between two statements.
  pool.on('connect', (client) => client.on('error', options.onIdleError))
  return {
    db: new Kysely<Database>({ dialect: new PipelinedDialect(pool) }),
    pool,
  }
}
