import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltManifest } from '../../test/support/browser/built-size.ts'
import { bytesToLoad, gzippedBytes, readManifest } from '../../test/support/browser/built-size.ts'
import { buildWidget } from '../build-widget.ts'

let folder: string
let chunks: BuiltManifest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-widget-'))
  await buildWidget(folder)
  chunks = await readManifest(folder)
  // A build takes a second, and much longer on a busy machine.
})
afterAll(() => rm(folder, { recursive: true }))

test('each part is as small as the guide says', async () => {
  const panel = await bytesToLoad(folder, chunks, 'src/panel/main.tsx')
  const parts = {
    loader: await gzippedBytes(folder, 'widget.js'),
    panel: panel.bytes,
    markdown: (await bytesToLoad(folder, chunks, 'src/answer/parse.ts', panel.files)).bytes,
    highlighter: (await bytesToLoad(folder, chunks, 'src/highlight/main.ts', panel.files)).bytes,
  }
  expect(parts.loader).toBeLessThanOrEqual(5_000)
  expect(parts.panel).toBeLessThanOrEqual(31_500)
  expect(parts.markdown).toBeLessThanOrEqual(15_000)
  expect(parts.highlighter).toBeLessThanOrEqual(9_000)
})

test('a language of the highlighter and a language of the texts are small files of their own', async () => {
  const small = Object.values(chunks).filter(({ src }) => /languages\/|texts\//.test(src ?? ''))
  expect(small.length).toBeGreaterThan(25)
  for (const { file } of small)
    expect(await gzippedBytes(folder, file), file).toBeLessThanOrEqual(2_000)
})

test('no part writes HTML or runs text', async () => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const code = await readFile(join(folder, name), 'utf8')
    // Preact can set innerHTML when a component asks for it, and the highlighter can for whoever
    // calls that function; none of ours does.
    const ours = code.replaceAll(/dangerouslySetInnerHTML|\.innerHTML=\w+\.__html\|\|``/g, '')
    expect(/insertAdjacentHTML|document\.write|\beval\(|new Function/.test(ours), name).toBe(false)
  }
})
