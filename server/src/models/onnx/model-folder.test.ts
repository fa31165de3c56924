import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmbedder } from '../embedding/create-embedder.ts'
import { readModelFolder } from './model-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-model-'))
})
afterEach(async () => rm(folder, { recursive: true }))

async function write(files: Record<string, unknown>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(content))
  }
}

const complete = {
  'model.onnx': 'weights',
  'tokenizer.json': {},
  'tokenizer_config.json': { model_max_length: 1e30 },
  'config.json': { hidden_size: 384, max_position_embeddings: 514 },
}

test('a missing folder gives an error that says what to do', async () => {
  const config = { kind: 'local', modelDir: join(folder, 'none') } as const
  await expect(createEmbedder(config)).rejects.toThrow(
    /No embedding model in .*none\. Run scripts\/models .*EMBEDDING_MODEL_DIR/,
  )
})

test('a missing file is named', async () => {
  const { 'tokenizer.json': _, ...incomplete } = complete
  await write(incomplete)
  await expect(readModelFolder(folder)).rejects.toThrow(/incomplete: tokenizer\.json missing/)
})

test('a folder without footnote.json pools the mean, adds no prefix and stops at 512 tokens', async () => {
  await write(complete)
  expect(await readModelFolder(folder)).toMatchObject({
    dimensions: 384,
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
    maxTokens: 512,
  })
})

test('footnote.json overrides the defaults, but never the length the weights can take', async () => {
  const settings = { name: 'e5', pooling: 'cls', queryPrefix: 'query: ', maxTokens: 4096 }
  await write({ ...complete, 'footnote.json': settings })
  expect(await readModelFolder(folder)).toMatchObject({ ...settings, maxTokens: 514 })
})

test('other weights under the same folder name are another embedding space', async () => {
  await write(complete)
  const before = await readModelFolder(folder)
  await write({ 'model.onnx': 'other weights' })
  expect((await readModelFolder(folder)).name).not.toBe(before.name)
})

test('an invalid footnote.json gives an error that names the field', async () => {
  await write({ ...complete, 'footnote.json': { pooling: 'max' } })
  await expect(readModelFolder(folder)).rejects.toThrow(/footnote\.json is not usable.*pooling/s)
})
