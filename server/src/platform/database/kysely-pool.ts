import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isOverdue } from './database-errors.ts'
import { namedIfMarked } from './prepared.ts'

/**
 * The pool as Kysely uses it. Marked statements are sent by name, and `begin` is sent with the statement
 * after it, which saves every transaction a round trip.
 *
 * A connection whose statement timed out here is closed and never reused: the server may still be
 * working on it, and would answer the next statement with the last one's result.
 */
export const kyselyPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect()
    const state = { isGivenUp: false }
    return {
      query: queryOf(client, state),
      release: (destroy?: boolean) => client.release(destroy === true || state.isGivenUp),
    }
  },
})

type Reply = { command: string; rowCount: number | null; rows: unknown[] }

function queryOf(
  client: pg.PoolClient,
  state: { isGivenUp: boolean },
): PostgresPoolClient['query'] {
  let isHeld = false

  async function run(query: pg.QueryConfig): Promise<Reply> {
    if (state.isGivenUp) throw new Error('Connection terminated: a statement on it was given up')
    try {
      return lastOf(await client.query(query))
    } catch (error) {
      if (isOverdue(error)) state.isGivenUp = true
      throw error
    }
  }

  async function send(text: string, values: readonly unknown[]): Promise<Reply> {
    // The server rolls back open transactions when a connection ends.
    if (state.isGivenUp && text === 'rollback') return replyTo('ROLLBACK')
    if (text === 'begin') {
      isHeld = true
      return replyTo('BEGIN')
    }
    if (!isHeld) return run(namedIfMarked(text, values))
    isHeld = false
    if (text === 'commit' || text === 'rollback') return replyTo(text.toUpperCase())
    // Only a query without parameters can contain two statements.
    if (values.length === 0) return run({ text: `begin; ${text}` })
    await run({ text: 'begin' })
    return run(namedIfMarked(text, values))
  }

  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads with a cursor')
    return send(text, values)
  }
  return query
}

const replyTo = (command: string): Reply => ({ command, rowCount: null, rows: [] })

/** Several statements in one query give several results. */
function lastOf(reply: Reply | readonly Reply[]): Reply {
  const last = Array.isArray(reply) ? reply.at(-1) : reply
  if (!last) throw new Error('PostgreSQL gave no reply')
  return last
}
