import { expect, test } from 'vitest'
import { isPassingTrouble } from './is-passing-trouble.ts'
import { ModelError } from './model-error.ts'

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code })

test.each([
  ['the embedding server failed', new ModelError('failed', { retryable: false }), true],
  ['PostgreSQL refuses connections', withCode('ECONNREFUSED'), true],
  ['PostgreSQL shuts down', withCode('57P01'), true],
  ['a statement took too long', withCode('57014'), true],
  ['a statement is wrong', withCode('42601'), false],
  ['an error of ours', new Error('a bug'), false],
  ['no error at all', { code: '57014' }, false],
])('whether readers may try again when %s', (_, error, expected) => {
  expect(isPassingTrouble(error)).toBe(expected)
})
