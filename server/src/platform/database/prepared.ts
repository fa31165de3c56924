import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Put first in a statement whose text never varies: each connection plans it once. Use it for few
 * statements only, since a connection keeps them all.
 */
export const PREPARED = sql.raw(MARK)

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

/** Sends a marked statement as a named, prepared one. */
export const namedIfMarked = (text: string, values: readonly unknown[]): pg.QueryConfig =>
  text.startsWith(MARK)
    ? { name: nameOf(text), text, values: [...values] }
    : { text, values: [...values] }
