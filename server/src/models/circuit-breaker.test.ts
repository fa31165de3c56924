import { beforeEach, expect, test } from 'vitest'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'

let nowMs: number
let breaker: CircuitBreaker

beforeEach(() => {
  nowMs = 0
  breaker = createCircuitBreaker({
    maxFailures: 3,
    windowMs: 1_000,
    openMs: 500,
    now: () => nowMs,
  })
})

const failTimes = (count: number) => {
  for (let each = 0; each < count; each += 1) breaker.enter().failed('unavailable')
}
const isOpen = () => {
  try {
    breaker.enter().failed('cancelled')
    return false
  } catch {
    return true
  }
}

test('the given number of consecutive failures opens it, one fewer does not', () => {
  failTimes(2)
  expect(isOpen()).toBe(false)
  failTimes(1)
  expect(isOpen()).toBe(true)
  expect(() => breaker.enter()).toThrow('unavailable')
})

test('timeouts count too', () => {
  for (const code of ['timeout', 'unavailable', 'timeout'] as const) breaker.enter().failed(code)
  expect(isOpen()).toBe(true)
})

test.each(['misconfigured', 'rate_limited', 'quota_exceeded', 'content_filtered'] as const)(
  '%s shows that the model is there',
  (code) => {
    failTimes(2)
    breaker.enter().failed(code)
    failTimes(2)
    expect(isOpen()).toBe(false)
  },
)

test('a good answer resets the count; a client disconnect does not', () => {
  failTimes(2)
  breaker.enter().failed('cancelled')
  breaker.enter().succeeded()
  failTimes(2)
  breaker.enter().failed('cancelled')
  expect(isOpen()).toBe(false)
  failTimes(1)
  expect(isOpen()).toBe(true)
})

test('failures far apart do not add up', () => {
  failTimes(2)
  nowMs = 1_500
  failTimes(2)
  expect(isOpen()).toBe(false)
})

test('after the pause one trial call goes through while others are rejected', () => {
  failTimes(3)
  nowMs = 499
  expect(isOpen()).toBe(true)
  nowMs = 500
  const trial = breaker.enter()
  expect(isOpen()).toBe(true)
  trial.begun()
  expect(isOpen()).toBe(false)
  trial.succeeded()
  failTimes(2)
  expect(isOpen()).toBe(false)
})

test('a failed trial opens it for another pause', () => {
  failTimes(3)
  nowMs = 600
  breaker.enter().failed('timeout')
  expect(isOpen()).toBe(true)
  nowMs = 1_100
  expect(isOpen()).toBe(false)
})

test('a trial that fails after it began opens it again at once', () => {
  failTimes(3)
  nowMs = 600
  const trial = breaker.enter()
  trial.begun()
  trial.failed('unavailable')
  expect(isOpen()).toBe(true)
})

test('a trial ended by a client disconnect leaves the next call as trial', () => {
  failTimes(3)
  nowMs = 600
  breaker.enter().failed('cancelled')
  breaker.enter().succeeded()
  expect(isOpen()).toBe(false)
})
