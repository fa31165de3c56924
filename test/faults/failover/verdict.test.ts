import { expect, test } from 'vitest'
import type { FaultRow, Outcome } from './verdict.ts'
import { readCode, isRetryable, longestGapMs, shortfalls } from './verdict.ts'

const write = (endedMs: number) => ({ startedMs: endedMs - 1, endedMs })
const row = (fields: Partial<FaultRow>): FaultRow => ({
  kind: 'postmaster-killed',
  promotedSeconds: 3,
  gapSeconds: 4,
  answersSeconds: 1,
  healedSeconds: 20,
  ...fields,
})
const outcome = (fields: Partial<Outcome> = {}): Outcome => ({
  faults: [row({})],
  acknowledged: 10,
  lost: 0,
  staleReads: 0,
  leaks: 0,
  unexpected: [],
  ...fields,
})

test('the gap is the longest time without a write, the two ends of the window included', () => {
  expect(longestGapMs([write(100), write(150), write(900), write(1_000)], 50, 1_100)).toBe(750)
  expect(longestGapMs([write(100)], 50, 1_100)).toBe(1_000)
  expect(longestGapMs([], 0, 400)).toBe(400)
  // In the order in which they were noted, not in which they ended.
  expect(longestGapMs([write(300), write(100), write(200)], 0, 300)).toBe(100)
})

test('only a 503, and a stream that ends unavailable, tell a client to try again', () => {
  const refusal = (status: number, text: string) => `put ${readCode({ status, text })}`
  expect(readCode({ status: 201, text: '{"id":"1"}' })).toBeNull()
  expect(isRetryable(refusal(503, '{"code":"UNAVAILABLE"}'))).toBe(true)
  expect(isRetryable(refusal(200, 'data: {"error_code":"unavailable"}'))).toBe(true)
  expect(isRetryable(refusal(500, '{"code":"INTERNAL"}'))).toBe(false)
  expect(isRetryable(refusal(0, 'TypeError: fetch failed'))).toBe(false)
})

test('a run as it has to be has no shortfalls, and each thing that is not has a line', () => {
  expect(shortfalls(outcome(), { short: true })).toEqual([])
  const bad = outcome({
    faults: [
      row({ gapSeconds: 7.1 }),
      row({ kind: 'host-lost', gapSeconds: 26, answersSeconds: 3 }),
    ],
    lost: 1,
    staleReads: 2,
    leaks: 3,
    unexpected: ['put 500 INTERNAL'],
  })
  expect(shortfalls(bad, { short: true })).toEqual([
    '1 of 10 acknowledged writes are lost',
    '2 reads were older than an acknowledged change',
    '3 replies showed restricted text',
    'refused without "try again": put 500 INTERNAL',
    'postmaster-killed: 7.1 s, more than 7',
    'host-lost: 26 s, more than 25',
    'answers after host-lost: 3 s, more than 2',
  ])
  expect(shortfalls(outcome(), { short: false })).toHaveLength(3)
})
