import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HTTP = join(import.meta.dirname, '../../server/src/http')

/** What sends a response piece by piece. */
const STREAMING = /\b(sendFrames|streamExport|pipeline)\(|\.hijack\(|\braw\.(write|flushHeaders)\(/

/** Sends one whole page. */
const NOT_STREAMED = ['admin/digest.ts']

test('every stream and file for operators ends when they may not have it any more', () => {
  const files = globSync('{admin,accounts}/**/*.ts', { cwd: HTTP })
  expect(files.length).toBeGreaterThan(60)
  const direct = files.filter((file) => STREAMING.test(readFileSync(join(HTTP, file), 'utf8')))
  expect(direct.toSorted()).toEqual([...NOT_STREAMED, 'admin/operator-streams.ts'])
})
