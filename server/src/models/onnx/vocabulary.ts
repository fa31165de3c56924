import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from './model-files.ts'

const Vocabulary = z.object({
  model: z.object({ type: z.string(), vocab: z.unknown() }),
})
const Tokens = z.record(z.string(), z.number())
const WHOLE_WORD = /^\p{L}{2,}$/u

/** The words that a tokenizer does not cut. Undefined where its tokens do not tell whole words. */
export async function readVocabulary(modelPath: string): Promise<ReadonlySet<string> | undefined> {
  const { model } = await readJson(join(modelPath, 'tokenizer.json'), Vocabulary)
  if (model.type !== 'WordPiece') return undefined
  const tokens = Object.keys(Tokens.parse(model.vocab))
  return new Set(tokens.filter((token) => WHOLE_WORD.test(token)))
}
