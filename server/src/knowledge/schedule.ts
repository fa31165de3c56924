import { Cron } from 'croner'
import { Refusal } from '../platform/refusal.ts'

/** When a schedule is due next. Refuses what is no cron of five fields, or never due. */
export function nextRun(schedule: string, after: Date): Date {
  const details = (message: string) => [{ path: 'schedule', message }]
  let next: Date | null
  try {
    next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(after)
  } catch (error) {
    const message = 'must be cron with five fields, such as 0 3 * * *'
    throw new Refusal('BAD_REQUEST', { cause: error, details: details(message) })
  }
  if (!next) throw new Refusal('BAD_REQUEST', { details: details('is never due') })
  return next
}
