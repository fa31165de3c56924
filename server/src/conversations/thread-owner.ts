import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'

/** Who the conversations of this reader belong to, as they store it. Null: to nobody in particular. */
export const toOwner = (reader: Caller['reader']): RawBuilder<Buffer | null> =>
  sql<Buffer | null>`${reader && Buffer.from(reader.owner, 'hex')}::bytea`
