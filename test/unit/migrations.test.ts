import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../server/migrations')
/** The schema of 0.1 is one file a subject, up to this number. What comes later changes it. */
const NEWEST_OF_BASELINE = '0014'

const FILES = readdirSync(FOLDER).map((name) => ({
  name,
  sql: readFileSync(join(FOLDER, name), 'utf8'),
}))

const splitStatements = (sql: string): string =>
  sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase()

/** What a migration must not do, unless it raises `schema_floor`. */
const TAKES_AWAY =
  /\bdrop (table|column|view|function)\b|\brename (column |to )|\balter column \S+ (set not null|type|set data type)\b/

/** Names of tables whose rows it would read under a lock that keeps writers out. */
function lockedForAnIndex(sql: string): string[] {
  const statements = splitStatements(sql)
  const made = new Set(
    [...statements.matchAll(/create table (?:if not exists )?(\S+)/g)].map(([, table]) => table),
  )
  const built = statements.matchAll(/create (?:unique )?index (?!concurrently)(?:\S+ )?on (\S+)/g)
  return [...built].map(([, table = '']) => table).filter((table) => !made.has(table))
}

const findProblems = (sql: string): string[] => [
  ...(sql.startsWith('--') ? [] : ['has no comment that says what it does']),
  ...(TAKES_AWAY.test(splitStatements(sql)) && !/update schema_floor/.test(sql)
    ? ['takes away what the version before may use']
    : []),
  ...lockedForAnIndex(sql).map((table) => `keeps writers from ${table} while it builds an index`),
]

test('every migration says what it does', () => {
  expect(FILES.filter(({ sql }) => !sql.startsWith('--')).map(({ name }) => name)).toEqual([])
})

test('no migration takes away what the version before uses, or keeps writers out', () => {
  const found = FILES.filter(({ name }) => name.slice(0, 4) > NEWEST_OF_BASELINE).map(
    ({ name, sql }) => [name, findProblems(sql)],
  )
  expect(found.filter(([, problems]) => (problems?.length ?? 0) > 0)).toEqual([])
})

test('the files of 0.1 follow each other, and describe the schema without changing it again', () => {
  const baseline = FILES.filter(({ name }) => name.slice(0, 4) <= NEWEST_OF_BASELINE)
  const numbers = baseline.map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  for (const { name, sql } of baseline) {
    expect(splitStatements(sql), name).not.toMatch(/\bor replace\b|\badd column\b|\bdrop\b/)
  }
})

describe('the check itself', () => {
  test.for([
    ['-- a\nalter table t drop column c;', ['takes away what the version before may use']],
    ['-- a\nalter table t drop column c; update schema_floor set migration = 1;', []],
    ['-- a\nalter table t rename to u;', ['takes away what the version before may use']],
    ['-- a\ncreate index i on t (c);', ['keeps writers from t while it builds an index']],
    ['-- a\ncreate index concurrently i on t (c);', []],
    ['-- a\ncreate table t (c text);\ncreate unique index on t (c);', []],
    ['alter table t add column c text;', ['has no comment that says what it does']],
  ] as const)('%s', ([sql, problems]) => {
    expect(findProblems(sql)).toEqual(problems)
  })
})
