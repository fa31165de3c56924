import { sql } from 'kysely'

/**
 * Whether the thread `t` is an asker's. Clients send an id or an email address, which may be written in
 * any case. A thread has it as it was sent, or as a hash.
 */
export const isAskedBy = (asker: string) => sql`
  (lower(t.asker) in (lower(${asker}), (select hashed_asker(${asker})))
   and (t.asker = ${asker} or ${asker} like '%@%' or t.asker = (select hashed_asker(${asker}))))`
