import { expect, test } from 'vitest'
import { describeMigrateError } from './describe-migrate-error.ts'

const DATABASE_URL = 'postgres://footnote:hunter2@db.internal:6432/docs'

const failed = (code: string, message: string, migration: string | null = '0002_tenants') =>
  Object.assign(
    new Error('Migration failed', { cause: Object.assign(new Error(message), { code }) }),
    {
      migration,
    },
  )

/** The messages of PostgreSQL and pg; test/acceptance/migrate.test.ts causes most of them. */
test.each([
  [
    '58P01',
    'could not open extension control file "…/vector.control"',
    'postgresql-<version>-pgvector',
  ],
  ['0A000', 'extension "vector" is not available', 'does not have pgvector. Install it there with'],
  ['42501', 'permission denied to create role', 'alter role footnote createrole'],
  ['42501', 'permission denied to create extension "vector"', 'create extension vector'],
  ['42501', 'permission denied for schema public', 'alter database docs owner to footnote'],
  ['3D000', 'database "docs" does not exist', 'There is no database docs at db.internal:6432/docs'],
  [
    '28P01',
    'password authentication failed for user "footnote"',
    'refused the password of footnote',
  ],
  ['28000', 'role "footnote" does not exist', 'create the user'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', 'cannot be reached (ECONNREFUSED). Start it'],
  ['', 'Connection terminated due to connection timeout', 'did not respond in time'],
  ['57P03', 'the database system is starting up', 'still starting. Try again'],
  ['53300', 'sorry, too many clients already', 'Raise its max_connections'],
  ['55P03', 'canceling statement due to lock timeout', 'End that transaction'],
  ['XX000', 'tuple concurrently updated', 'Run footnote migrate again'],
  ['42P07', 'relation "workspaces" already exists', 'Migration 0002_tenants found in docs'],
  [
    '22012',
    'division by zero',
    'Migration 0002_tenants failed and changed nothing (division by zero)',
  ],
])('%s %s is explained, without the password', (code, message, words) => {
  const described = describeMigrateError(failed(code, message), DATABASE_URL)
  expect(described).toContain(words)
  expect(described).toMatch(/^[^\n]+\. [^\n]+\.$/)
  expect(described).not.toContain('hunter2')
})

test('a lock that no migration waited for is that of another run', () => {
  const error = failed('55P03', 'canceling statement due to lock timeout', null)
  expect(describeMigrateError(error, DATABASE_URL)).toContain('Wait for it to finish')
})

test('an unexpected error is not described', () => {
  expect(describeMigrateError(new TypeError('x is not a function'), DATABASE_URL)).toBeUndefined()
})
