import type { DatabaseFacts } from '../../platform/system-facts.ts'
import type { Finding } from './finding.ts'
import { ok, problem, warning } from './finding.ts'

/** A healthy queue is taken from within a second or two. */
const MAX_WAIT_SECONDS = 300

export function judgeJobs({ workers, queue }: Pick<DatabaseFacts, 'workers' | 'queue'>): Finding[] {
  const waited = queue.oldest_seconds ?? 0
  const isLate = waited > MAX_WAIT_SECONDS
  const start = 'Start one: footnote worker, or footnote all.'
  const working =
    workers.length > 0
      ? ok('workers', `Running: ${workers.join(', ')}.`)
      : (isLate ? problem : warning)(
          'workers',
          `No worker is running, so nothing is indexed${queue.waiting > 0 ? `; ${queue.waiting} jobs wait` : ''}.`,
          start,
        )
  const waiting = isLate
    ? problem(
        'queue',
        `The oldest of ${queue.waiting} waiting jobs has waited for ${waited} s.`,
        workers.length === 0
          ? start
          : 'Start more workers, or raise WORKER_CONCURRENCY; the workers’ logs say whether jobs fail.',
      )
    : ok('queue', `${queue.waiting} jobs wait, ${queue.active} are worked on.`)
  return [working, waiting]
}
