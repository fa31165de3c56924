import { setTimeout as sleep } from 'node:timers/promises'
import { readRows } from './services.ts'
import type { Store } from './store.ts'

/** Until connections of the role wait for a lock. */
export async function untilWaiting(
  store: Store,
  role: 'footnote_api' | 'footnote_worker',
  count = 1,
): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    // As the superuser: other roles cannot see what a session waits for.
    const rows = await readRows(
      store,
      `select 1 from pg_stat_activity where application_name = '${role}'
       and wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (rows.length >= count) return
    await sleep(20)
  }
  throw new Error(`${count} connections should be waiting`)
}
