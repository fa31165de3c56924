import { sql } from 'kysely'

/**
 * Whether the thread `t` is an asker's. Clients send an id or an email address, which may be written in
 * any case.
 */
export const isAskedBy = (asker: string) => sql`
  (lower(t.asker) = lower(${asker}) and (t.asker = ${asker} or ${asker} like '%@%'))`
