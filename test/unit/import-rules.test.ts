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
  ['server/src/platform/log.ts', '../http/server.ts'],
  ['server/src/platform/log.ts', '../compose.ts'],
  ['server/src/retrieval/retrieve.ts', '../ingestion/index-document.ts'],
  ['server/src/knowledge/documents.ts', '../access/clients/keys.ts'],
  ['server/src/http/public/search.ts', '../../jobs/index-document.ts'],
  ['server/src/http/public/search.ts', '../../main.ts'],
  ['server/src/access/clients/keys.ts', '@footnote/client'],
  ['server/src/models/onnx/onnx-model.ts', 'onnxruntime-node'],
  ['bench/lib/load/bare-model.ts', 'onnxruntime-node'],
  ['contract/src/public/search.ts', 'node:fs'],
  ['contract/src/public/search.ts', '../../server/src/platform/log.ts'],
  ['sdk/src/client.ts', 'zod'],
  ['sdk/src/client.ts', '@footnote/contract/public/search'],
  ['test/acceptance/search.test.ts', '../../server/src/main.ts'],
])('%s may not import %s', (file, source) => {
  expect(lint(file, source)).toContain('no-restricted-imports')
})

test.each([
  ['server/src/http/public/search.ts', '../../retrieval/retrieve.ts'],
  ['server/src/retrieval/retrieve.ts', '../text/terms.ts'],
  ['server/src/platform/refusal.ts', '@footnote/contract/errors'],
  ['sdk/src/react.ts', 'react'],
])('%s may import %s', (file, source) => {
  expect(lint(file, source)).not.toContain('no-restricted-imports')
})
