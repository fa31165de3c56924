import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Prices have at most 6 decimals and are for a million tokens, so costs have at most 12. */
const UNITS = 1e12

export const NO_COST = '0'

/** The sum of a column as a whole number of units, so that sums can be added exactly. */
export const summedCost = (column: string): RawBuilder<string> =>
  sql`trunc(sum(${sql.ref(column)}) * 1000000000000)::text`

export const addedCosts = (a: string, b: string): string => String(BigInt(a) + BigInt(b))

/** As a number of the currency. */
export const costFrom = (units: string): number => Number(units) / UNITS
