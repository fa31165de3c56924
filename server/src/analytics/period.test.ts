import { expect, test } from 'vitest'
import { Refusal } from '../platform/refusal.ts'
import { defaultInterval, periodBefore, toPeriod } from './period.ts'

const NOW = Date.parse('2026-03-31T23:59:00Z')

test('the default are 30 days up to today', () => {
  expect(toPeriod({}, NOW)).toEqual({ from: '2026-03-02', to: '2026-03-31' })
  expect(toPeriod({ to: '2026-01-01' }, NOW)).toEqual({ from: '2025-12-03', to: '2026-01-01' })
})

test('the period before has as many days and ends the day before', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' }
  expect(periodBefore(march)).toEqual({ from: '2026-01-29', to: '2026-02-28' })
  const today = { from: '2026-03-31', to: '2026-03-31' }
  expect(periodBefore(today)).toEqual({ from: '2026-03-30', to: '2026-03-30' })
})

test('a period that ends before it begins, or is too long, is refused', () => {
  expect(() => toPeriod({ from: '2026-03-31', to: '2026-03-30' })).toThrow(Refusal)
  expect(() => toPeriod({ from: '2024-01-01', to: '2026-03-30' })).toThrow(Refusal)
})

test('long periods are shown by week', () => {
  expect(defaultInterval({ from: '2026-01-01', to: '2026-04-02' })).toBe('day')
  expect(defaultInterval({ from: '2026-01-01', to: '2026-04-03' })).toBe('week')
})
