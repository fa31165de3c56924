import { expect, test } from 'vitest'
import { isTransientError } from './is-transient-error.ts'
import { ModelError } from './model-error.ts'

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code })

test.each([
  ['the embedding server failed', new ModelError('failed', { retryable: false }), true],
  ['PostgreSQL refuses connections', withCode('ECONNREFUSED'), true],
  ['PostgreSQL shuts down', withCode('57P01'), true],
  ['a statement took too long', withCode('57014'), true],
  ['nothing came back', new Error('Query read timeout'), true],
  ['the disk is full', withCode('53100'), true],
  ['PostgreSQL has no memory left', withCode('53200'), true],
  ['PostgreSQL has no connection left', withCode('53300'), true],
  ['the disk fails', withCode('58030'), true],
  ['PostgreSQL crashed', withCode('57P02'), true],
  ['the connection broke', withCode('08006'), true],
  ['a statement is wrong', withCode('42601'), false],
  ['an error of ours', new Error('a bug'), false],
  ['no error at all', { code: '57014' }, false],
])('whether readers may try again when %s', (_, error, expected) => {
  expect(isTransientError(error)).toBe(expected)
})
