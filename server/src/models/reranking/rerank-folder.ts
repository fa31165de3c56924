import { basename } from 'node:path'
import { z } from 'zod'
import {
  findModelFiles,
  fingerprint,
  readFolderSettings,
  readMaxTokens,
} from '../onnx/model-files.ts'

const PURPOSE = { what: 'reranker', advice: 'Set RERANK_MODEL_DIR' }

/** Every field is optional. */
const FolderSettings = z.object({
  name: z.string().min(1).optional(),
  /** Query, passage and special tokens together. Passages are far shorter than 512 tokens. */
  maxTokens: z.int().min(8).max(8192).optional(),
  /** The most tokens, padding included, in a batch of several pairs; 1: one pair at a time. */
  batchTokens: z.int().positive().default(1),
})

export type RerankFolder = {
  readonly path: string
  readonly name: string
  readonly maxTokens: number
  readonly batchTokens: number
}

export async function readRerankFolder(modelDir: string): Promise<RerankFolder> {
  const path = await findModelFiles(modelDir, PURPOSE)
  const { name, maxTokens, batchTokens } = await readFolderSettings(path, FolderSettings)
  return {
    path,
    name: name ?? `${basename(path)}@${await fingerprint(path, {})}`,
    maxTokens: await readMaxTokens(path, maxTokens),
    batchTokens,
  }
}
