import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import { orProtocolError, toolRefusal } from './tool-error.ts'

const call = {
  deps: { metrics: createMetrics() },
  request: { id: 'the-request', log: pino({ level: 'silent' }) },
  signal: new AbortController().signal,
}

const fails = (thrown: Error) => async () => {
  throw thrown
}

test('neither a tool nor a page reveals what was thrown', async () => {
  const thrown = new Error('connect ECONNREFUSED 10.1.2.3:5432 for user secret')
  const told = await orProtocolError(call, fails(thrown)).catch((error: unknown) => error)
  expect(told).toMatchObject({
    code: ProtocolErrorCode.InternalError,
    message: 'INTERNAL: Something went wrong. Please try again.',
    data: { code: 'INTERNAL', request_id: 'the-request', retryable: true },
  })
  expect(JSON.stringify(toolRefusal(call, thrown))).not.toContain('10.1.2.3')
})

test('a database that cannot be reached is worth trying again', async () => {
  const thrown = new Error('timeout exceeded when trying to connect')
  const told = await orProtocolError(call, fails(thrown)).catch((error: unknown) => error)
  expect(told).toMatchObject({ data: { code: 'UNAVAILABLE', retryable: true } })
})

test('a protocol error is passed on as it is', async () => {
  const thrown = new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid')
  await expect(orProtocolError(call, fails(thrown))).rejects.toBe(thrown)
})
