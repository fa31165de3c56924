import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPackageTypes, manifestProblems } from '../../scripts/lib/package-problems.ts'
import { writeWidgetPackage } from '../write-package.ts'

let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footnote-widget-package-'))
  await writeWidgetPackage(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('publint has nothing to say about the package', async () => {
  const { messages } = await publint({ pkgDir: directory, pack: false })
  expect(messages).toEqual([])
})

test('npm is told where it comes from', async () => {
  const manifest = await readFile(join(directory, 'package.json'), 'utf8')
  expect(manifestProblems(JSON.parse(manifest))).toEqual([])
})

test('its types are found from ES modules', async () => {
  expect(await checkPackageTypes(directory)).toEqual({ entries: ['.'], problems: [] })
})

test('it depends on nothing, and its files import nothing but each other', async () => {
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  const files = await readdir(directory, { recursive: true })
  const foreign: string[] = []
  for (const name of files.filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const text = await readFile(join(directory, name), 'utf8')
    for (const [, source = ''] of text.matchAll(/(?:from|import\(?) ?["'`]([^"'`]+)["'`]/g)) {
      if (!/^\.\.?\/[\w./-]+\.js$/.test(source)) foreign.push(`${name}: ${source}`)
    }
  }
  expect(foreign).toEqual([])
})

test('it can be imported where there is no page', async () => {
  const { createWidget } = await import(join(directory, 'index.js'))
  expect(createWidget).toBeTypeOf('function')
})

test('what it bundles is named with its licence', async () => {
  const text = await readFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['preact', '@preact/signals', 'marked', '@speed-highlight/core']) {
    expect(text).toContain(`${name}\n\n`)
  }
})
