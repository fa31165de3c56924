import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const REQUIRED_FILES = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'config.json']

/** Attention cost grows with the square of the length, and passages are cut far below this. */
const MAX_TOKENS = 512

const LengthLimits = z.object({ max_position_embeddings: z.int().positive().optional() })
const TokenizerConfig = z.object({ model_max_length: z.number().positive().optional() })

/** What a folder of weights is for, and what to do when it is missing. */
export type ModelPurpose = { readonly what: string; readonly advice: string }

/** The folder's absolute path, after checking that all of its files exist. */
export async function findModelFiles(modelDir: string, purpose: ModelPurpose): Promise<string> {
  const path = resolve(modelDir)
  const present = await Promise.all(REQUIRED_FILES.map((file) => exists(join(path, file))))
  const missing = REQUIRED_FILES.filter((_, index) => !present[index])
  if (missing.length === 0) return path
  const what =
    missing.length === REQUIRED_FILES.length
      ? `No ${purpose.what} in ${path}.`
      : `The ${purpose.what} in ${path} is incomplete: ${missing.join(', ')} missing.`
  throw new Error(`${what} ${purpose.advice} to a folder that holds ${REQUIRED_FILES.join(', ')}.`)
}

/** The most tokens to give the model: as configured, but never more than the weights can take. */
export async function readMaxTokens(path: string, asked: number | undefined): Promise<number> {
  const config = await readJson(join(path, 'config.json'), LengthLimits)
  const tokenizer = await readJson(join(path, 'tokenizer_config.json'), TokenizerConfig)
  return Math.min(
    asked ?? MAX_TOKENS,
    config.max_position_embeddings ?? Infinity,
    // A model that names no limit writes 1e30.
    tokenizer.model_max_length ?? Infinity,
  )
}

/** footnote.json: what the weights do not contain. */
export async function readFolderSettings<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const file = join(path, 'footnote.json')
  return (await exists(file)) ? readJson(file, schema) : schema.parse({})
}

export async function readJson<Schema extends z.ZodType>(
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

/** Eight hexadecimal digits that stand for the weights and the settings that change their output. */
export async function fingerprint(path: string, settings: object): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for await (const chunk of createReadStream(join(path, 'model.onnx'))) hash.update(chunk)
  return hash.digest('hex').slice(0, 8)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
