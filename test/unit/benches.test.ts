import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const benches = Array.from(
  read('bench/run.ts').matchAll(/^ {2}'?([\w-]+)'?: \{$/gm),
  ([, name]) => name ?? '',
)

test('a page names no bench that is gone, and each bench is explained', () => {
  expect(benches.length).toBeGreaterThan(10)
  const listed = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md'], { cwd: ROOT })
  for (const page of listed.toString().trim().split('\n')) {
    for (const [, name] of read(page).matchAll(/npm run bench -- ([a-z][\w-]*)/g)) {
      expect(benches, `${page} names it`).toContain(name)
    }
  }
  for (const name of benches) expect(read('bench/README.md')).toMatch(`## ${name}\n`)
})

test('each kept result is of a bench or of a fault test', () => {
  const faults = readdirSync(join(ROOT, 'test/faults'))
  const results = readdirSync(join(ROOT, 'bench/results'))
  expect(results.length).toBeGreaterThan(10)
  for (const file of results) expect([...benches, ...faults]).toContain(file.replace('.json', ''))
})
