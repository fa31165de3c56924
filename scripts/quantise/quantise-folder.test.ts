import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tinyTableModel } from '../../server/src/models/fixtures/tiny-table-model.ts'
import { quantiseFolder } from './quantise-folder.ts'

let root: string
let from: string
let into: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-quantise-'))
  from = await mkdtemp(join(root, 'from-'))
  into = join(root, 'models', 'small')
  for (const name of ['tokenizer.json', 'tokenizer_config.json', 'config.json', 'footnote.json']) {
    await writeFile(join(from, name), `{"file":"${name}"}`)
  }
  await writeFile(join(from, 'model.onnx'), tinyTableModel())
})
afterEach(() => rm(root, { recursive: true }))

test('the new folder is complete, and the old one is as it was', async () => {
  const sizes = await quantiseFolder(from, into)
  expect(await readdir(into)).toEqual(await readdir(from))
  expect(await readFile(join(into, 'footnote.json'), 'utf8')).toBe('{"file":"footnote.json"}')
  expect((await readFile(join(into, 'model.onnx'))).length).toBe(sizes.bytesAfter)
  const weights = await readFile(join(from, 'model.onnx'))
  expect(weights.equals(tinyTableModel())).toBe(true)
})

test('a model that stands there is not written over', async () => {
  await quantiseFolder(from, into)
  await expect(quantiseFolder(from, into)).rejects.toThrow('There is a model')
  await expect(quantiseFolder(from, from)).rejects.toThrow('There is a model')
})

test('a folder without a model is named', async () => {
  await rm(join(from, 'config.json'))
  await expect(quantiseFolder(from, into)).rejects.toThrow('config.json missing')
})
