import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ADMIN = join(import.meta.dirname, '../../server/src/http/admin')

test('every stream to operators ends when they may not follow it any more', () => {
  const files = globSync('**/*.ts', { cwd: ADMIN })
  expect(files.length).toBeGreaterThan(20)
  const direct = files.filter((file) => readFileSync(join(ADMIN, file), 'utf8').includes('/sse.ts'))
  expect(direct).toEqual(['operator-streams.ts'])
})
