import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPython, PYTHON, PYTHON_FOLDER } from '../../scripts/lib/build-python.ts'
import { blocks } from '../support/documentation/command-blocks.ts'
import { listPythonTests, runPythonTests } from '../support/python/python-tests.ts'

const run = promisify(execFile)

let failures = new Map<string, string | null>()
let folder = ''

beforeAll(async () => {
  failures = await runPythonTests('tests')
  folder = await mkdtemp(join(tmpdir(), 'footnote-python-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// Both clients against servers that misbehave.
test.each(listPythonTests('tests'))('%s', (name) => {
  expect(failures.has(name), 'it was not run').toBe(true)
  expect(failures.get(name)).toBeNull()
})

const examples = blocks.filter(
  ({ file, language }) =>
    language === 'python' && (file === 'docs/guides/python.md' || file === 'python/README.md'),
)

test('its types hold, also in its tests and in the examples of its guide', async () => {
  expect(examples.length).toBeGreaterThan(4)
  const copy = join(folder, 'checked')
  await cp(PYTHON_FOLDER, copy, { recursive: true })
  for (const [index, { text }] of examples.entries()) {
    await writeFile(join(copy, 'tests', `example_${index}.py`), text)
  }
  const { stdout } = await run(PYTHON, ['-m', 'mypy'], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout.trim()).toMatch(/^Success: no issues found/)
})

test('it is formatted', async () => {
  const { stderr } = await run(PYTHON, ['-m', 'black', '--check', '.'], {
    cwd: PYTHON_FOLDER,
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toMatch(/^All done!/)
})

test('what is published has the types, the licence and no tests, and runs from there', async () => {
  const built = join(folder, 'built')
  await buildPython(built)
  const names = (await readdir(built)).sort()
  expect(names).toHaveLength(2)
  const wheel = names.find((name) => name.endsWith('-py3-none-any.whl')) ?? ''
  const unpacked = join(folder, 'unpacked')
  await run(PYTHON, ['-m', 'zipfile', '-e', join(built, wheel), unpacked])
  const files = (await readdir(unpacked, { recursive: true })).sort()
  expect(files).toContain('footnote_client/py.typed')
  expect(files.filter((name) => name.includes('test'))).toEqual([])
  const info = files.find((name) => name.endsWith('.dist-info')) ?? ''
  expect(files).toContain(`${info}/LICENSE`)
  const metadata = await readFile(join(unpacked, info, 'METADATA'), 'utf8')
  expect(metadata).toContain('Requires-Python: >=3.10\n')
  // Nothing but LangChain, for those who want it.
  expect(metadata.match(/^Requires-Dist: .*/gm)).toEqual([
    expect.stringMatching(/^Requires-Dist: langchain-core.*extra == ["']langchain["']$/),
  ])
  const program = 'import footnote_client; print(footnote_client.__version__)'
  const { stdout } = await run(PYTHON, ['-W', 'error', '-c', program], { cwd: unpacked })
  expect(metadata).toContain(`\nVersion: ${stdout.trim()}\n`)
})
