import { t } from './texts.ts'

/** Offered by name; any other cron expression is kept as it is. */
const CRON = { none: '', hourly: '0 * * * *', nightly: '0 3 * * *', weekly: '0 3 * * 1' } as const

export const NIGHTLY: string = CRON.nightly

export function scheduleOptions(current: string): (readonly [string, string])[] {
  const texts = t.sources.form.schedules
  const known: (readonly [string, string])[] = [
    [CRON.none, texts.none],
    [CRON.hourly, texts.hourly],
    [CRON.nightly, texts.nightly],
    [CRON.weekly, texts.weekly],
  ]
  const isKnown = known.some(([value]) => value === current)
  return isKnown ? known : [...known, [current, `${t.sources.form.custom}: ${current}`]]
}
