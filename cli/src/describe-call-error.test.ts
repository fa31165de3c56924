import { FootnoteError } from '@footnote/client'
import { expect, test } from 'vitest'
import { describeCallError } from './describe-call-error.ts'

const fields = { status: 400, code: 'BAD_REQUEST', requestId: 'r-1', retryable: false }

test('a validation error names the field', () => {
  const details = [{ path: 'query', message: 'must not be blank' }]
  const text = describeCallError(new FootnoteError('Not valid.', { ...fields, details }))
  expect(text).toBe('Not valid. (BAD_REQUEST, request r-1)\n  query must not be blank')
})

test('a refused admin token names the variable to set', () => {
  const error = new FootnoteError('No.', { ...fields, status: 401, code: 'UNAUTHORIZED' })
  expect(describeCallError(error)).toContain('FOOTNOTE_ADMIN_TOKEN')
})

test('an unreachable server is reported with its cause and how to start it', async () => {
  // fetch refuses to connect to port 9.
  const cause = await fetch('http://127.0.0.1:9').catch((error: unknown) => error)
  const error = new FootnoteError(
    'The service could not be reached.',
    { ...fields, status: null, code: 'NETWORK', address: 'http://127.0.0.1:9' },
    { cause },
  )
  const text = describeCallError(error)
  expect(text).toMatch(/^http:\/\/127\.0\.0\.1:9 could not be reached \([^)]+\)\./)
  expect(text).toContain('footnote all')
})
