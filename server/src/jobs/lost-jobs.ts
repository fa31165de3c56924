import { sql } from 'kysely'
import type { Queue } from '../platform/queue.ts'
import type { DueWork } from './look-for-work.ts'

/** Jobs of workers that died, or that took too long, go to other workers. */
export const lostJobs = ({ queue }: { queue: Queue }): DueWork => ({
  isDue: sql`exists (
    select from pgboss.job where state = 'active' and (
      heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      or started_on + expire_seconds * interval '1 second' < now()))`,
  run: () => queue.supervise(),
  pauseMs: 5_000,
  failed: 'lost jobs were not given to other workers and will be',
})
