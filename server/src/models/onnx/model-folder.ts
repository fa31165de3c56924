import { basename, join } from 'node:path'
import { z } from 'zod'
import {
  findModelFiles,
  fingerprint,
  readFolderSettings,
  readJson,
  readMaxTokens,
} from './model-files.ts'

const PURPOSE = {
  what: 'embedding model',
  advice: 'Run scripts/models to fetch one, or set EMBEDDING_MODEL_DIR',
}

const ModelConfig = z.object({ hidden_size: z.int().positive() })

/** What the weights do not contain. Every field is optional. */
const FolderSettings = z.object({
  name: z.string().min(1).optional(),
  pooling: z.enum(['mean', 'cls']).default('mean'),
  queryPrefix: z.string().default(''),
  passagePrefix: z.string().default(''),
  maxTokens: z.int().min(8).max(8192).optional(),
  /**
   * A batch takes a second text only while its padded size stays within this, so 1 means one text
   * at a time. Measured on 2 cores with int8 MiniLM, 209 tokens a passage: one by one 23.2/s, eight
   * at once 22.2/s. Batches of int8 weights also change vectors, since activations are scaled over
   * the whole batch: the cosine of a text alone and in a batch went down to .977. With fp32
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
  const path = await findModelFiles(modelDir, PURPOSE)
  const { hidden_size: dimensions } = await readJson(join(path, 'config.json'), ModelConfig)
  const settings = await readFolderSettings(path, FolderSettings)
  const { pooling, passagePrefix } = settings
  return {
    path,
    // Other weights, pooling or prefix under the same folder name is another embedding space.
    name:
      settings.name ?? `${basename(path)}@${await fingerprint(path, { pooling, passagePrefix })}`,
    dimensions,
    pooling,
    queryPrefix: settings.queryPrefix,
    passagePrefix,
    maxTokens: await readMaxTokens(path, settings.maxTokens),
    batchTokens: settings.batchTokens,
  }
}
