import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Stands first in a statement whose text never varies: each connection plans it once. For few
 * statements only, since a connection keeps them all.
 */
export const PREPARED = sql.raw(MARK)

const names = new Map<string, string>()

/** Within PostgreSQL's 63 characters, and another name where the text is another. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
  }
  return name
}

/** The pool as Kysely uses it, with marked statements sent by name. */
export const preparing = (pool: pg.Pool): PostgresPool => ({
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

function queryOf(client: pg.PoolClient): PostgresPoolClient['query'] {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing here reads with a cursor')
    return text.startsWith(MARK)
      ? client.query({ name: nameOf(text), text, values: [...values] })
      : client.query(text, [...values])
  }
  return query
}
