import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryExecutorProvider,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { PostgresDialect } from 'kysely'
import type pg from 'pg'
import { ConnectionAbandonedError, isOverdue } from './database-errors.ts'

/**
 * Kysely's driver for PostgreSQL over a pool of pipelined connections. They send each statement without
 * waiting for the reply to the one before, and PostgreSQL replies in order. So
 *
 * - what begins a transaction, and what is sent ahead (`statements.ts`), leaves together with the first
 *   statement whose result somebody waits for. If it fails, that statement fails with its error: behind a
 *   failed begin or a refused tenant PostgreSQL runs nothing that sees rows;
 * - a transaction that only reads has nothing to lose, so nobody waits for its end. The next user of the
 *   connection is answered after it.
 *
 * A connection whose statement timed out here is closed and never reused: the server may still be working
 * on it, and would answer the next statement with the last one's result.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    const pool = this.#pool
    return {
      init: async () => undefined,
      acquireConnection: async () => new PipelinedConnection(await pool.connect()),
      beginTransaction: async (connection, settings) => toPipelined(connection).begin(settings),
      commitTransaction: (connection) => toPipelined(connection).commit(),
      rollbackTransaction: (connection) => toPipelined(connection).rollback(),
      releaseConnection: async (connection) => toPipelined(connection).release(),
      destroy: () => pool.end(),
    }
  }
}

/** For what Kysely has no words for: the connection of a transaction, or one of the pool. */
export const onConnection = <Result>(
  db: QueryExecutorProvider,
  work: (connection: PipelinedConnection) => Promise<Result>,
): Promise<Result> =>
  db.getExecutor().provideConnection((connection) => work(toPipelined(connection)))

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  #isAbandoned = false
  #isReading = false
  /** Sent, and not known yet to have worked. */
  #ahead: Promise<unknown>[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = { text: sql, values: [...parameters] }
    const { command, rowCount, rows } = await this.ask<Row>(query)
    return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
      ? { rows, numAffectedRows: BigInt(rowCount ?? 0) }
      : { rows }
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    this.#isReading = accessMode === 'read only'
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    this.sendAhead({ text: `begin${isolation} ${accessMode ?? ''}` })
  }

  async commit(): Promise<void> {
    // Nobody has waited for a reply since what is still ahead: it may have failed.
    if (this.#isReading && this.#ahead.length === 0) this.sendAhead({ text: 'commit' })
    else {
      const { command } = await this.ask({ text: 'commit' })
      if (command === 'ROLLBACK')
        throw new Error('The commit was a rollback, because an earlier statement failed')
    }
  }

  async rollback(): Promise<void> {
    this.#ahead = []
    // The server rolls back open transactions when a connection ends.
    if (!this.#isAbandoned) await this.ask({ text: 'rollback' })
  }

  release(): void {
    this.#client.release(this.#isAbandoned)
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streamQuery called: this driver does not support cursors')
  }

  /** Sends a statement without waiting for its reply. If it fails, the next `ask` fails with its error. */
  sendAhead(query: pg.QueryConfig): void {
    const sent = this.#send(query)
    // Reported by the next statement; a connection that is broken is found broken by it.
    sent.catch(() => undefined)
    this.#ahead.push(sent)
  }

  /** Sends a statement and waits for its reply. Another may be sent meanwhile. */
  async ask<Row>(query: pg.QueryConfig): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    const ahead = this.#ahead.splice(0)
    const reply = this.#send<Row & pg.QueryResultRow>(query)
    reply.catch(() => undefined)
    await Promise.all(ahead)
    return reply
  }

  async #send<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (this.#isAbandoned) throw new ConnectionAbandonedError()
    try {
      return await this.#client.query<Row>(query)
    } catch (error) {
      if (isOverdue(error)) this.#isAbandoned = true
      throw error
    }
  }
}

function toPipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection
  throw new Error('The connection was not opened by this driver')
}
