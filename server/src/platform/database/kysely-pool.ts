import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isOverdue } from './database-errors.ts'
import { isSentAhead, namedIfMarked } from './prepared.ts'

/** What begins a transaction that only reads; the words are Kysely's. */
const BEGIN_READING = 'start transaction read only'

/**
 * The pool as Kysely uses it. Marked statements are sent by name. Round trips are saved, which are most
 * of a short transaction's time: connections are pipelined, so
 *
 * - what begins a transaction, and a `SENT_AHEAD` statement after it, leaves together with the first
 *   statement whose result somebody waits for;
 * - a transaction that only reads has nothing to lose, so nobody waits for its end.
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
  /** Not sent yet: it goes with the next statement. */
  let held: string[] = []
  let isReading = false

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
    const isEnd = text === 'commit' || text === 'rollback'
    // The server rolls back open transactions when a connection ends.
    if (state.isGivenUp && text === 'rollback') return replyTo('ROLLBACK')
    if (text === 'begin' || text === BEGIN_READING) {
      held = [text]
      isReading = text === BEGIN_READING
      return replyTo('BEGIN')
    }
    if (held.length === 0) {
      if (!isEnd || !isReading) return run(namedIfMarked(text, values))
      // A connection that breaks now is found broken by its next statement.
      run({ text }).catch(() => undefined)
      return replyTo(text.toUpperCase())
    }
    if (isSentAhead(text, values)) {
      held.push(text)
      return replyTo('SELECT')
    }
    const ahead = held.join('; ')
    held = []
    // Nothing was sent, so there is nothing to end.
    if (isEnd) return replyTo(text.toUpperCase())
    // Only a query without parameters can contain two statements.
    if (values.length === 0) return run({ text: `${ahead}; ${text}` })
    // If the first fails the second finds no tenant and no transaction, and the first's error counts.
    const [begun, reply] = await Promise.allSettled([
      run({ text: ahead }),
      run(namedIfMarked(text, values)),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (reply.status === 'rejected') throw reply.reason
    return reply.value
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
