import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** Which transactions changed vectors more than a day ago: no copy of vectors is as old. */
export async function forgetOldVectorChanges(db: Db): Promise<void> {
  await sql`select forget_old_vector_changes()`.execute(db)
}
