import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltManifest } from '../../test/support/browser/built-size.ts'
import { bytesToLoad, readManifest } from '../../test/support/browser/built-size.ts'
import { buildConsole } from '../build-console.ts'
import { t as keys } from './pages/keys/texts.ts'
import { t as people } from './pages/people/texts.ts'
import { t as sources } from './pages/sources/texts.ts'

let folder: string
let chunks: BuiltManifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-console-'))
  await buildConsole(folder)
  chunks = await readManifest(folder)
  // A build takes a second, and much longer on a busy machine.
})
afterAll(() => rm(folder, { recursive: true }))

test('the first route has at most 180 kB of scripts and styles, compressed', async () => {
  const { bytes } = await bytesToLoad(folder, chunks, 'index.html')
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThanOrEqual(180_000)
})

test('the texts of other pages are not among them', async () => {
  const { files } = await bytesToLoad(folder, chunks, 'index.html')
  const first = await Promise.all(Array.from(files, (name) => readFile(join(folder, name), 'utf8')))
  const texts = [sources.sources.emptyReason, people.people.removeEffect, keys.keys.revokeEffect]
  for (const text of texts) expect(first.join('\n')).not.toContain(text)
})

test('every other page is a file of its own', () => {
  const pages = Object.values(chunks).filter(({ src }) => src?.startsWith('src/pages/'))
  expect(pages.length).toBeGreaterThanOrEqual(18)
})

test('styles hold no address but of fonts beside them', async () => {
  const names = await readdir(join(folder, 'assets'))
  const sheets = names.filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(0)
  for (const name of sheets) {
    const css = await readFile(join(folder, 'assets', name), 'utf8')
    const addresses = [...css.matchAll(/url\((['"]?)([^)'"]+)\1\)/g)].map(([, , url]) => url)
    const elsewhere = addresses.filter(
      (url) => !/^\/console\/assets\/[\w.-]+\.woff2?$/.test(url ?? ''),
    )
    expect(elsewhere, name).toEqual([])
  }
})
