import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { namedIfMarked } from './prepared.ts'

/**
 * The pool as Kysely uses it. Marked statements go by name, and a `begin` goes with the statement
 * after it, which saves every transaction a round trip.
 */
export const kyselyPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect()
    return {
      query: queryOf(client),
      release: (destroy?: boolean) => client.release(destroy),
    }
  },
})

type Reply = { command: string; rowCount: number | null; rows: unknown[] }

function queryOf(client: pg.PoolClient): PostgresPoolClient['query'] {
  let isHeld = false

  async function send(text: string, values: readonly unknown[]): Promise<Reply> {
    if (text === 'begin') {
      isHeld = true
      return replyTo('BEGIN')
    }
    if (!isHeld) return lastOf(await client.query(namedIfMarked(text, values)))
    isHeld = false
    if (text === 'commit' || text === 'rollback') return replyTo(text.toUpperCase())
    // Only a text without values can carry two statements.
    if (values.length === 0) return lastOf(await client.query(`begin; ${text}`))
    await client.query('begin')
    return client.query(namedIfMarked(text, values))
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

/** Several statements in one text have several replies. */
function lastOf(reply: Reply | readonly Reply[]): Reply {
  const last = Array.isArray(reply) ? reply.at(-1) : reply
  if (!last) throw new Error('PostgreSQL gave no reply')
  return last
}
