import { expect, test } from 'vitest'
import { lastWeek } from './week.ts'

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-09', '2026-11-15'],
  ['2026-11-16T06:00:00Z', '2026-11-09', '2026-11-15'],
  ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-15'],
  ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22'],
  ['2027-01-01T12:00:00Z', '2026-12-21', '2026-12-27'],
])('at %s the last week is from %s to %s', (now, from, to) => {
  expect(lastWeek(Date.parse(now))).toEqual({ from, to })
})
