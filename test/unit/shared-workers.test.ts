import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Test files share their worker's modules (`isolate` in vitest.config.ts). A module mocked in one file
 * may have been loaded by another before, and an environment that was replaced stays replaced: worker
 * threads then get a copy without what the main thread sets later.
 */
const LEAVES_SOMETHING_BEHIND = /\bvi\.(?:do)?[mM]ock\(|\bprocess\.env = /

const ROOT = join(import.meta.dirname, '../..')

test.each(["vi.mock('node:crypto')", "vi.doMock('./a.ts')", 'process.env = before'])(
  '%s is found',
  (source) => {
    expect(source).toMatch(LEAVES_SOMETHING_BEHIND)
  },
)

test('no test mocks a module or replaces the environment', () => {
  const files = globSync(
    ['{contract,server,sdk,cli,widget,console,scripts,bench}/**/*.test.ts', 'test/**/*.ts'],
    { cwd: ROOT, exclude: ['**/node_modules/**', 'test/unit/shared-workers.test.ts'] },
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((name) =>
    LEAVES_SOMETHING_BEHIND.test(readFileSync(join(ROOT, name), 'utf8')),
  )
  expect(found).toEqual([])
})
