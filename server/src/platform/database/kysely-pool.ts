import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { isOverdue } from './database-errors.ts'
import { isAsTenant, isSentAhead, named, namedIfMarked } from './prepared.ts'
import { type Entry, knowsEntry, TenantQuery } from './tenant-query.ts'

/** What begins a transaction that only reads; the words are Kysely's. */
const BEGIN_READING = 'start transaction isolation level repeatable read read only'

/**
 * The pool as Kysely uses it. Marked statements are sent by name. Round trips are saved, which are most
 * of a short transaction's time: connections are pipelined, so
 *
 * - what begins a transaction, and a `SENT_AHEAD` statement after it, leaves together with the first
 *   statement whose result somebody waits for;
 * - one statement of one tenant (`runAsTenant`) leaves together with what sets the tenant;
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

  const run = (query: pg.QueryConfig): Promise<Reply> =>
    guard(async () => lastOf(await client.query(query)))

  /** The first statement of this kind on a connection prepares its entry in a trip of its own. */
  async function runAsTenant(text: string, values: readonly unknown[]): Promise<Reply> {
    const [entry, ...rest] = values
    if (!isEntry(entry)) throw new Error('A statement of a tenant needs one')
    if (!knowsEntry(client, entry)) await run({ ...entry, values: [...entry.values] })
    return guard(
      () =>
        new Promise<Reply>((resolve, reject) => {
          client.query(
            new TenantQuery(entry, named(text, rest), (error, reply) =>
              error ? reject(error) : resolve(toReply(reply)),
            ),
          )
        }),
    )
  }

  async function guard(work: () => Promise<Reply>): Promise<Reply> {
    if (state.isGivenUp) throw new Error('Connection terminated: a statement on it was given up')
    try {
      return await work()
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
    if (isAsTenant(text)) {
      if (held.length > 0) await run({ text: held.splice(0).join('; ') })
      return runAsTenant(text, values)
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

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'name' in value && 'values' in value

const toReply = ({ command, rowCount, rows }: pg.ResultBuilder): Reply => ({
  command,
  rowCount,
  rows,
})

const replyTo = (command: string): Reply => ({ command, rowCount: null, rows: [] })

/** Several statements in one query give several results. */
function lastOf(reply: Reply | readonly Reply[]): Reply {
  const last = Array.isArray(reply) ? reply.at(-1) : reply
  if (!last) throw new Error('PostgreSQL gave no reply')
  return last
}
