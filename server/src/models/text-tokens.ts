import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'

/** Longest run of characters a WordPiece vocabulary takes as one token; the rest could not count. */
const MOST_CHARACTERS_PER_TOKEN = 100

export type Tokenise = (text: string) => number[]

export async function loadTokenizer(modelPath: string): Promise<Tokenizer> {
  const [tokenizerJson, tokenizerConfig] = await Promise.all([
    readFile(join(modelPath, 'tokenizer.json'), 'utf8'),
    readFile(join(modelPath, 'tokenizer_config.json'), 'utf8'),
  ])
  return new Tokenizer(JSON.parse(tokenizerJson), JSON.parse(tokenizerConfig))
}

export async function loadTokenise(modelPath: string, maxTokens: number): Promise<Tokenise> {
  return createTokenise(await loadTokenizer(modelPath), maxTokens)
}

/** Token ids of a text, cut to `maxTokens` with the model's own marks still at both ends. */
export function createTokenise(tokenizer: Tokenizer, maxTokens: number): Tokenise {
  const probe = bareIds(tokenizer, 'a', maxTokens)
  const framed: number[] = tokenizer.encode('a').ids
  const start = framed.findIndex((id) => id === probe[0])
  const before = framed.slice(0, start)
  const after = framed.slice(start + probe.length)
  const room = maxTokens - before.length - after.length
  return (text) => [...before, ...bareIds(tokenizer, text, maxTokens).slice(0, room), ...after]
}

/** Token ids without the model's marks: at least the first `maxTokens` of them. */
export function bareIds(tokenizer: Tokenizer, text: string, maxTokens: number): number[] {
  const start = text.slice(0, maxTokens * MOST_CHARACTERS_PER_TOKEN)
  return tokenizer.encode(start, { add_special_tokens: false }).ids
}
