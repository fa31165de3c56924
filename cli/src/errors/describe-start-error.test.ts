import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { describeStartError } from './describe-start-error.ts'

const DATABASE_URL = 'postgres://footnote:hunter2@db.internal:6432/footnote'

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code })

test('an unreachable database is named by host and port, never with its password', () => {
  // As Node reports a host with two addresses, inside what the migrator throws.
  const refused = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])
  const error = new Error('Migration set-up failed', { cause: refused })
  const described = describeStartError(error, DATABASE_URL)
  expect(described).toContain('db.internal:6432/footnote cannot be reached (ECONNREFUSED)')
  expect(described).toContain('scripts/services up')
  expect(described).not.toContain('hunter2')
})

test.each([
  ['3D000', 'Create the database'],
  ['28P01', 'refused the user or password'],
  ['42P01', 'footnote migrate'],
  ['57P03', 'still starting'],
])('%s is explained with: %s', (code, words) => {
  expect(describeStartError(withCode(code), DATABASE_URL)).toContain(words)
})

test('a port that is in use is named', async () => {
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  const described = describeStartError(error, DATABASE_URL)
  expect(described).toContain(
    `already listens on 127.0.0.1:${port}. Choose another with HOST and PORT`,
  )
})

test('a database that was never migrated says what to run', () => {
  const error = new Error('pg-boss is not installed')
  expect(describeStartError(error, DATABASE_URL)).toContain('footnote migrate')
})

test('an unexpected error is not described', () => {
  expect(describeStartError(new TypeError('x is not a function'), DATABASE_URL)).toBeUndefined()
})
