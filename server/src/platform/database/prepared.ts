import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Put first in a statement whose text never varies: each connection plans it once. Use it for few
 * statements only, since a connection keeps them all.
 */
export const PREPARED = sql.raw(MARK)

const AHEAD_MARK = '/* sent ahead */'

/**
 * Put first in a statement without parameters whose result nobody needs: it is sent with the one after
 * it, if it follows the begin of its transaction.
 */
export const SENT_AHEAD = sql.raw(AHEAD_MARK)

export const isSentAhead = (text: string, values: readonly unknown[]): boolean =>
  values.length === 0 && text.startsWith(AHEAD_MARK)

const TENANT_MARK = '/* as tenant */'

/** For `runAsTenant`: what sets the tenant is the first of the values. */
export const asTenant = (text: string): string => `${TENANT_MARK}${text}`

export const isAsTenant = (text: string): boolean => text.startsWith(TENANT_MARK)

const names = new Map<string, string>()

/** Unique per statement text, and within PostgreSQL's 63 characters. */
export function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
  }
  return name
}

/** As a named, prepared one. */
export const named = (text: string, values: readonly unknown[]): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...values],
})

/** Sends a marked statement as a named, prepared one. */
export const namedIfMarked = (text: string, values: readonly unknown[]): pg.QueryConfig =>
  text.startsWith(MARK) ? named(text, values) : { text, values: [...values] }
