import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '../scripts/lib/build-client.ts'
import { checkPackageTypes, manifestProblems } from '../scripts/lib/package-problems.ts'

let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footnote-client-'))
  await buildClient(join(directory, 'package'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('publint has nothing to say about the package', async () => {
  const { messages } = await publint({ pkgDir: join(directory, 'package'), pack: false })
  expect(messages).toEqual([])
})

test('npm is told where it comes from', async () => {
  const manifest = await readFile(join(directory, 'package/package.json'), 'utf8')
  expect(manifestProblems(JSON.parse(manifest))).toEqual([])
})

test('its types are found from ES modules, for every entry', async () => {
  const { entries, problems } = await checkPackageTypes(join(directory, 'package'))
  expect(entries).toEqual(['.', './admin', './ai-sdk', './react'])
  expect(problems).toEqual([])
})

test('it depends on nothing, and its modules import nothing but each other and React', async () => {
  const built = join(directory, 'package')
  const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  const imported = new Set<string>()
  const files = await readdir(built, { recursive: true })
  for (const name of files) {
    if (!/\.(js|d\.ts)$/.test(name)) continue
    const text = await readFile(join(built, name), 'utf8')
    for (const [, source = ''] of text.matchAll(/(?:from|import) '([^']+)'/g)) {
      const isOwn = /^\.{1,2}\/.+\.js$/.test(source) && files.includes(join(dirname(name), source))
      if (!isOwn) imported.add(`${name}: ${source}`)
    }
  }
  expect([...imported]).toEqual(['react.js: react'])
})
