import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'

/** Longest run of characters a WordPiece vocabulary takes as one token; the rest could not count. */
const MAX_CHARACTERS_PER_TOKEN = 100
/** More than most texts have, so that one pass is usually enough. */
const USUAL_CHARACTERS_PER_TOKEN = 8

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

/** Token ids of a text, cut to `maxTokens` with the special tokens kept at both ends. */
export function createTokenise(tokenizer: Tokenizer, maxTokens: number): Tokenise {
  const probe = bareIds(tokenizer, 'a', maxTokens)
  const framed: number[] = tokenizer.encode('a').ids
  const start = framed.findIndex((id) => id === probe[0])
  const before = framed.slice(0, start)
  const after = framed.slice(start + probe.length)
  const room = maxTokens - before.length - after.length
  return (text) => [...before, ...bareIds(tokenizer, text, maxTokens).slice(0, room), ...after]
}

/**
 * Token ids without special tokens: at least the first `maxTokens` of them. Reads no more of a long
 * text than that takes. A word that is cut has at most as many ids as characters, and they are last.
 */
export function bareIds(
  tokenizer: Pick<Tokenizer, 'encode'>,
  text: string,
  maxTokens: number,
): number[] {
  const longest = Math.min(text.length, maxTokens * MAX_CHARACTERS_PER_TOKEN)
  for (let length = maxTokens * USUAL_CHARACTERS_PER_TOKEN; ; length *= 4) {
    const { ids } = tokenizer.encode(text.slice(0, Math.min(length, longest)), {
      add_special_tokens: false,
    })
    if (length >= longest || ids.length >= maxTokens + MAX_CHARACTERS_PER_TOKEN) return ids
  }
}
