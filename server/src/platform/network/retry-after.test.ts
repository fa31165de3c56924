import { expect, test } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-01-01T00:00:00Z')

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['0.2', 200],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
  ['Thu Jan  1 00:01:00 2026 GMT', 60_000],
  ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['-5x', null],
  ['Infinity', null],
  ['0x10', null],
  ['1e9', null],
  ['', null],
  [null, null],
  [undefined, null],
])('Retry-After: %s asks for %s ms', (header, pauseMs) => {
  expect(readRetryAfter(header, now)).toBe(pauseMs)
})
