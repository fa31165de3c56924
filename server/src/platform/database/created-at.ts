import type { ColumnType } from 'kysely'

/** Set once, by the database. */
export type CreatedAt = ColumnType<Date, never, never>
