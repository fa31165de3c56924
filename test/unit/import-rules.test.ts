import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

type Import = readonly [file: string, source: string]

const FORBIDDEN: readonly Import[] = [
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
]

const ALLOWED: readonly Import[] = [
  ['server/src/http/public/search.ts', '../../retrieval/retrieve.ts'],
  ['server/src/retrieval/retrieve.ts', '../text/terms.ts'],
  ['server/src/platform/refusal.ts', '@footnote/contract/errors'],
  ['sdk/src/react.ts', 'react'],
]

let tree: string
/** Each import that lint refuses, as its file and its source. */
let refused: string[]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'footnote-lint-'))
  for (const name of ['scripts', 'node_modules', 'oxlint.config.ts', 'package.json']) {
    symlinkSync(join(ROOT, name), join(tree, name))
  }
  refused = lint(Map.groupBy([...FORBIDDEN, ...ALLOWED], ([file]) => file))
})
afterAll(() => rmSync(tree, { recursive: true }))

type Diagnostic = {
  code: string
  filename: string
  labels: readonly { span: { line: number } }[]
}

/** One run for all files, each with an import a line: a run starts in a second. */
function lint(importsByFile: ReadonlyMap<string, readonly Import[]>): string[] {
  for (const [file, imports] of importsByFile) {
    const lines = imports.map(([, source], at) => `import { value as value${at} } from '${source}'`)
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), lines.join('\n'))
  }
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/oxlint'),
    ['--format=json', ...importsByFile.keys()],
    { cwd: tree, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename, labels }) => {
      const [, source] = importsByFile.get(filename)?.[(labels[0]?.span.line ?? 0) - 1] ?? []
      return `${filename} ${source}`
    })
}

test('imports that point up, sideways or out of a package are refused', () => {
  for (const [file, source] of FORBIDDEN) expect.soft(refused).toContain(`${file} ${source}`)
})

test('imports that point down are not', () => {
  for (const [file, source] of ALLOWED) expect.soft(refused).not.toContain(`${file} ${source}`)
})
