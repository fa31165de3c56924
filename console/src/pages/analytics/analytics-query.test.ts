import type { AnalyticsPoint } from '@footnote/client/admin'
import { expect, test } from 'vitest'
import { choosePeriod, toPeriod, toPoints, valuesAt } from './analytics-query.ts'

test('a period ends today and has as many days as its name says', () => {
  const now = Date.parse('2026-03-15T23:00:00Z')
  expect(toPeriod('7', now)).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  expect(toPeriod(undefined, now).from).toBe('2026-02-14')
})

test('a period of one’s own is between its two days, whichever comes first', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect(choosePeriod({ ...march, days: '7' })).toEqual(march)
  expect(choosePeriod({ from: march.to, to: march.from })).toEqual(march)
  expect(choosePeriod({ from: '2026-03-01', days: '7' })).toEqual(toPeriod('7'))
})

test('every interval has a point, also one without questions', () => {
  const march = { from: '2026-03-04', to: '2026-03-18' }
  expect(toPoints({ ...march, interval: 'day' })).toHaveLength(15)
  // A Wednesday, then the Mondays.
  const weeks = ['2026-03-04', '2026-03-09', '2026-03-16']
  expect(toPoints({ ...march, interval: 'week' })).toEqual(weeks)
  const months = toPoints({ from: '2026-01-31', to: '2026-03-01', interval: 'month' })
  expect(months).toEqual(['2026-01-31', '2026-02-01', '2026-03-01'])
})

test('nothing asked is a count of 0, and no time at all', () => {
  // Only what is read of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const point = {
    at: '2026-03-04',
    questions: 3,
    first_delta_ms: { p50: 400, p95: 1234 },
  } as AnalyticsPoint
  const points = ['2026-03-04', '2026-03-05']
  expect(valuesAt(points, [point], 'questions')).toEqual([3, 0])
  expect(valuesAt(points, [point], 'first_p95')).toEqual([1.23, null])
})
