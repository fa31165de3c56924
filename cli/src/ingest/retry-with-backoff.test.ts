import { FootnoteError } from '@footnote/client'
import { expect, test } from 'vitest'
import { retryWithBackoff } from './retry-with-backoff.ts'

const failure = (code: string, retryable: boolean) =>
  new FootnoteError('No.', {
    status: 503,
    code,
    requestId: null,
    retryable,
    retryAfterSeconds: 0,
  })

/** Fails this many times, then returns the number of the call. */
function failing(times: number, error: Error) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw error
    return calls
  }
}

test('a transient error is retried after the delay the server asks for', async () => {
  const waits: number[] = []
  const call = failing(2, failure('UNAVAILABLE', true))
  await expect(retryWithBackoff(call, (_, seconds) => waits.push(seconds))).resolves.toBe(3)
  expect(waits).toEqual([0, 0])
})

test('a lasting error is given up on after six attempts', async () => {
  const call = failing(6, failure('UNAVAILABLE', true))
  await expect(retryWithBackoff(call, () => undefined)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
})

test('a rate limit is waited out however often it is hit', async () => {
  const call = failing(20, failure('RATE_LIMITED', true))
  await expect(retryWithBackoff(call, () => undefined)).resolves.toBe(21)
})

test('a permanent error is not retried', async () => {
  const call = failing(1, failure('BAD_REQUEST', false))
  await expect(retryWithBackoff(call, () => undefined)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
