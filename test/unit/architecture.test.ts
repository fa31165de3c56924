import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { LAYERS } from '../../scripts/import-rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVER = join(ROOT, 'server/src')

/** First cell and the cell behind it, of every row whose first cell is one name in backticks. */
const rows = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, holds] = /^\| `([\w-]+(?:\/|\.ts))`\s*\| (.*?)\s*\|/.exec(line) ?? []
    return name === undefined || holds === undefined ? [] : [{ name, holds }]
  })

const isPackage = (name: string) => existsSync(join(ROOT, name))
const described = rows.filter(({ name }) => !isPackage(name))

test('the table of folders has every folder of the server, and no other', () => {
  const folders = readdirSync(SERVER, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  )
  expect(described.map(({ name }) => name).sort()).toEqual(folders.sort())
})

test('it has them in the order in which they may import each other', () => {
  const names = described.map(({ name }) => name.replace(/\/$|\.ts$/, ''))
  const positions = LAYERS.flatMap((row) =>
    row.map((layer) => names.indexOf(layer)).sort((a, b) => a - b),
  )
  expect(positions).toEqual(positions.map((_, index) => index))
})

test('every folder that it names inside another is there', () => {
  for (const { name, holds } of described) {
    for (const [, inner] of holds.matchAll(/`([\w-]+)\/`/g)) {
      expect(existsSync(join(SERVER, name, inner ?? '')), `${name}${inner}`).toBe(true)
    }
  }
})

test('the table of the client has every folder of it, and no other', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const client = [...page.matchAll(/^\| `sdk\/src\/([\w-]+)\/`\s*\| (.*?)\s*\|/gm)]
  const folders = readdirSync(join(ROOT, 'sdk/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(client.map(([, name]) => name)).toEqual(folders.sort())
  for (const [, name = '', holds = ''] of client) {
    for (const [, inner = ''] of holds.matchAll(/`([\w-]+)\/`/g)) {
      expect(existsSync(join(ROOT, 'sdk/src', name, inner)), `${name}/${inner}`).toBe(true)
    }
  }
})

const MAX_LINES = 250
const MAX_FILES = 25

/** Written by `npm run openapi`. */
const GENERATED_FILES = [
  'sdk/src/wire/admin-calls.ts',
  'sdk/src/wire/admin.ts',
  'sdk/src/wire/public.ts',
]

/** To be emptied. Nothing may be added. */
const LONG_FILES = ['test/acceptance/support/question-scripts.ts', 'test/fakes/model-server.ts']

/** Paths from the root, without tests. */
const sources = ['bench', 'cli/src', 'contract/src', 'scripts', 'sdk/src', 'server/src', 'test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter(
    (path) =>
      path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/node_modules/'),
  )

test(`no source file has more than ${MAX_LINES} lines`, () => {
  const long = sources.filter(
    (path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 > MAX_LINES,
  )
  const excepted = new Set([...GENERATED_FILES, ...LONG_FILES])
  expect(long.filter((path) => !excepted.has(path))).toEqual([])
})

test(`no folder has more than ${MAX_FILES} files of its own beside its tests`, () => {
  const counts = new Map<string, number>()
  for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder)
  expect(crowded).toEqual([])
})
