import { hash } from 'node:crypto'
import type { QueryExecutorProvider, RawBuilder } from 'kysely'
import type pg from 'pg'
import { onConnection } from './pipelined-driver.ts'

/**
 * Runs a statement whose text never varies, as a named one, which each connection plans once. Use it for
 * few statements only, since a connection keeps them all.
 */
export const runPrepared = <Row>(
  db: QueryExecutorProvider,
  statement: RawBuilder<Row>,
): Promise<Row[]> =>
  onConnection(db, async (connection) => (await connection.ask<Row>(toNamed(db, statement))).rows)

/** The same for two that do not need each other's rows: they are sent together. */
export const runBothPrepared = <First, Second>(
  db: QueryExecutorProvider,
  first: RawBuilder<First>,
  second: RawBuilder<Second>,
): Promise<[First[], Second[]]> =>
  onConnection(db, async (connection) => {
    const [{ rows: firsts }, { rows: seconds }] = await Promise.all([
      connection.ask<First>(toNamed(db, first)),
      connection.ask<Second>(toNamed(db, second)),
    ])
    return [firsts, seconds]
  })

/**
 * Sends a statement whose result nobody needs, of a text that never varies. It leaves with the next one,
 * which reports its failure.
 */
export const sendAhead = (
  db: QueryExecutorProvider,
  statement: RawBuilder<unknown>,
): Promise<void> =>
  onConnection(db, async (connection) => connection.sendAhead(toNamed(db, statement)))

/** The name is unique for the text, and within PostgreSQL's 63 characters. */
function toNamed(db: QueryExecutorProvider, statement: RawBuilder<unknown>): pg.QueryConfig {
  const { sql: text, parameters } = statement.compile(db)
  return { name: hash('sha256', text).slice(0, 32), text, values: [...parameters] }
}
