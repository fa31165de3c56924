import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'

const REQUIRED_FILES = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'config.json']

/** Attention cost grows with the square of the length, and passages are cut far below this. */
const MOST_TOKENS = 512

const ModelConfig = z.object({
  hidden_size: z.int().positive(),
  max_position_embeddings: z.int().positive().optional(),
})

const TokenizerConfig = z.object({ model_max_length: z.number().positive().optional() })

/** What the weights do not say of themselves. Every field may be left out. */
const FolderSettings = z.object({
  name: z.string().min(1).optional(),
  pooling: z.enum(['mean', 'cls']).default('mean'),
  queryPrefix: z.string().default(''),
  passagePrefix: z.string().default(''),
  maxTokens: z.int().min(8).max(8192).optional(),
  /**
   * A batch takes a second text only while its padded size stays within this, so 1 means one text
   * at a time. Measured on 2 cores with int8 MiniLM, 209 tokens a passage: one by one 23.2/s, eight
   * at once 22.2/s. Batches of int8 weights also move vectors, for activations are scaled over the
   * whole batch: a text alone and the same among others had a cosine down to .977. With fp32
   * weights it stayed 1.00000, so batches are safe there.
   */
  batchTokens: z.int().positive().default(1),
})

export type ModelFolder = {
  readonly path: string
  readonly name: string
  readonly dimensions: number
  readonly pooling: 'mean' | 'cls'
  readonly queryPrefix: string
  readonly passagePrefix: string
  readonly maxTokens: number
  readonly batchTokens: number
}

export async function readModelFolder(modelDir: string): Promise<ModelFolder> {
  const path = resolve(modelDir)
  await requireFiles(path)
  const config = await readJson(join(path, 'config.json'), ModelConfig)
  const tokenizer = await readJson(join(path, 'tokenizer_config.json'), TokenizerConfig)
  const settings = await readSettings(path)
  return {
    path,
    name: settings.name ?? `${basename(path)}@${await fingerprint(path, settings)}`,
    dimensions: config.hidden_size,
    pooling: settings.pooling,
    queryPrefix: settings.queryPrefix,
    passagePrefix: settings.passagePrefix,
    // A model that names no limit writes 1e30 as model_max_length.
    maxTokens: Math.min(
      settings.maxTokens ?? MOST_TOKENS,
      config.max_position_embeddings ?? Infinity,
      tokenizer.model_max_length ?? Infinity,
    ),
    batchTokens: settings.batchTokens,
  }
}

async function requireFiles(path: string): Promise<void> {
  const present = await Promise.all(REQUIRED_FILES.map((file) => exists(join(path, file))))
  const missing = REQUIRED_FILES.filter((_, index) => !present[index])
  if (missing.length === 0) return
  const what =
    missing.length === REQUIRED_FILES.length
      ? `No embedding model in ${path}.`
      : `The embedding model in ${path} is incomplete: ${missing.join(', ')} missing.`
  throw new Error(
    `${what} Run scripts/models to fetch one, or set EMBEDDING_MODEL_DIR to a folder that holds ${REQUIRED_FILES.join(', ')}.`,
  )
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function readSettings(path: string): Promise<z.infer<typeof FolderSettings>> {
  const file = join(path, 'footnote.json')
  return (await exists(file)) ? readJson(file, FolderSettings) : FolderSettings.parse({})
}

async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readFile(file, 'utf8')
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${file} is not usable: ${reason}`, { cause: error })
  }
}

/** Other weights, pooling or prefix under the same folder name is another embedding space. */
async function fingerprint(
  path: string,
  { pooling, passagePrefix }: z.infer<typeof FolderSettings>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify({ pooling, passagePrefix }))
  for await (const chunk of createReadStream(join(path, 'model.onnx'))) hash.update(chunk)
  return hash.digest('hex').slice(0, 8)
}
