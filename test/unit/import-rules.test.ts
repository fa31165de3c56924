import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'footnote-lint-'))
  for (const name of ['scripts', 'node_modules', 'oxlint.config.ts', 'package.json']) {
    symlinkSync(join(ROOT, name), join(tree, name))
  }
})
afterAll(() => rmSync(tree, { recursive: true }))

/** What lint says of one file that imports from `source`. */
function lint(file: string, source: string): string {
  const path = join(tree, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `import { value } from '${source}'\nexport const copy = value\n`)
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), [file], {
    cwd: tree,
    encoding: 'utf8',
  })
  rmSync(path)
  return stdout
}

test.each([
  ['server/src/platform/db.ts', '../http/server.ts'],
  ['server/src/platform/db.ts', '../compose.ts'],
  ['server/src/retrieval/retrieve.ts', '../ingestion/index-document.ts'],
  ['server/src/knowledge/documents.ts', '../access/keys.ts'],
  ['server/src/http/public/search.ts', '../../jobs/index-document.ts'],
  ['server/src/http/public/search.ts', '../../main.ts'],
  ['server/src/access/keys.ts', '@footnote/sdk/client'],
  ['contract/src/search.ts', 'node:fs'],
  ['sdk/src/client.ts', 'zod'],
  ['test/acceptance/search.test.ts', '../../server/src/main.ts'],
])('%s may not import %s', (file, source) => {
  expect(lint(file, source)).toContain('no-restricted-imports')
})

test.each([
  ['server/src/http/public/search.ts', '../../retrieval/retrieve.ts'],
  ['server/src/retrieval/retrieve.ts', '../knowledge/terms.ts'],
  ['server/src/platform/refusal.ts', '@footnote/contract/errors'],
  ['sdk/src/client.ts', '@footnote/contract/search'],
])('%s may import %s', (file, source) => {
  expect(lint(file, source)).not.toContain('no-restricted-imports')
})
