import { createHash } from 'node:crypto'
import type { CompiledQuery, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely'

/** How the driver sends a statement, beside its text and values. */
export type Sending = {
  /** As a named statement, which each connection plans once. */
  name?: string
  /** Without waiting for the reply: if it fails, the next statement reports it. */
  isAhead?: boolean
}

type Executor = QueryExecutorProvider & Pick<Kysely<never>, 'executeQuery'>

/**
 * Runs a statement whose text never varies, as a named one. Use it for few statements only, since a
 * connection keeps them all.
 */
export async function runPrepared<Row>(db: Executor, statement: RawBuilder<Row>): Promise<Row[]> {
  const query = statement.compile(db)
  const sent: CompiledQuery<Row> & Sending = { ...query, name: nameOf(query.sql) }
  return (await db.executeQuery<Row>(sent)).rows
}

/** Sends a statement whose result nobody needs, of a text that never varies. It leaves with the next one. */
export async function sendAhead(db: Executor, statement: RawBuilder<unknown>): Promise<void> {
  const query = statement.compile(db)
  const sent: CompiledQuery & Sending = { ...query, name: nameOf(query.sql), isAhead: true }
  await db.executeQuery(sent)
}

const names = new Map<string, string>()

/** Unique per statement text, and within PostgreSQL's 63 characters. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
  }
  return name
}
