import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createEmbedder } from '../../../server/src/models/embedding/create-embedder.ts'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { readModelFolder } from '../../../server/src/models/onnx/model-folder.ts'
import { CACHE_DIR } from '../options.ts'

const KEY_BYTES = 16

/** The model of a folder; what it embedded in an earlier run comes from the disk. */
export async function openModel(modelDir: string): Promise<Embedder> {
  const embedder = await createEmbedder({ kind: 'local', modelDir })
  const fingerprint = await computeFingerprint(modelDir)
  return cacheVectors(embedder, getFile(fingerprint))
}

/** All vectors that this model has made in earlier runs. */
export async function cachedVectors(modelDir: string): Promise<Float32Array[]> {
  const fingerprint = await computeFingerprint(modelDir).catch(() => null)
  if (fingerprint === null) return []
  const { dimensions } = await readModelFolder(modelDir)
  const vectors = await readVectors(getFile(fingerprint), dimensions)
  return [...vectors.values()]
}

const getFile = (fingerprint: string): string => join(CACHE_DIR, 'vectors', `${fingerprint}.bin`)

/** Everything in the folder that a vector depends on: weights, words, prefixes, pooling, length. */
async function computeFingerprint(modelDir: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of ['model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'config.json']) {
    hash.update(await readFile(join(modelDir, name)))
  }
  hash.update(await readFile(join(modelDir, 'footnote.json')).catch(() => ''))
  return hash.digest('hex').slice(0, 16)
}

/** Appends each new vector, behind a hash of its text, to one file a model. */
export async function cacheVectors(embedder: Embedder, file: string): Promise<Embedder> {
  await mkdir(dirname(file), { recursive: true })
  const known = await readVectors(file, embedder.dimensions)
  await cutUnfinished(file, embedder.dimensions)

  async function keep(keys: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
    const records = vectors.flatMap((vector, index) => {
      const key = keys[index] ?? ''
      known.set(key, vector)
      return [Buffer.from(key, 'hex'), Buffer.from(Float32Array.from(vector).buffer)]
    })
    await appendFile(file, Buffer.concat(records))
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    similarityBaseline: async () => embedder.similarityBaseline(),
    vocabulary: embedder.vocabulary,
    ...(embedder.offTopicExamples ? { offTopicExamples: embedder.offTopicExamples } : {}),
    async embedPassages(texts, signal) {
      const keys = texts.map((text) => toKey('passage', text))
      const fresh = keys.flatMap((key, index) => (known.has(key) ? [] : [index]))
      const made = await embedder.embedPassages(
        fresh.map((index) => texts[index] ?? ''),
        signal,
      )
      if (made.length > 0) {
        await keep(
          fresh.map((index) => keys[index] ?? ''),
          made,
        )
      }
      return keys.map((key) => known.get(key) ?? new Float32Array(embedder.dimensions))
    },
    async embedQuery(text, signal) {
      const key = toKey('query', text)
      const cached = known.get(key)
      if (cached) return cached
      const vector = await embedder.embedQuery(text, signal)
      await keep([key], [vector])
      return vector
    },
    close: async () => embedder.close(),
  }
}

const toKey = (role: 'passage' | 'query', text: string): string =>
  createHash('sha256')
    .update(`${role}\0${text}`)
    .digest('hex')
    .slice(0, KEY_BYTES * 2)

async function readVectors(file: string, dimensions: number): Promise<Map<string, Float32Array>> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  const vectors = new Map<string, Float32Array>()
  const size = recordBytes(dimensions)
  for (let start = 0; start + size <= bytes.length; start += size) {
    const key = bytes.toString('hex', start, start + KEY_BYTES)
    const values = Uint8Array.from(bytes.subarray(start + KEY_BYTES, start + size))
    vectors.set(key, new Float32Array(values.buffer))
  }
  return vectors
}

/** A record cut short by a kill, which can only be the last, is cut off. */
async function cutUnfinished(file: string, dimensions: number): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  const surplus = size % recordBytes(dimensions)
  if (surplus !== 0) await truncate(file, size - surplus)
}

const recordBytes = (dimensions: number): number =>
  KEY_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT
