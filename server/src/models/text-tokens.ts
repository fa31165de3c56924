import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'

/** Longest run of characters a WordPiece vocabulary takes as one token; the rest could not count. */
const MOST_CHARACTERS_PER_TOKEN = 100

export type Tokenise = (text: string) => number[]

export async function loadTokenise(modelPath: string, maxTokens: number): Promise<Tokenise> {
  const [tokenizerJson, tokenizerConfig] = await Promise.all([
    readFile(join(modelPath, 'tokenizer.json'), 'utf8'),
    readFile(join(modelPath, 'tokenizer_config.json'), 'utf8'),
  ])
  return createTokenise(JSON.parse(tokenizerJson), JSON.parse(tokenizerConfig), maxTokens)
}

/** Token ids of a text, cut to `maxTokens` with the model's own marks still at both ends. */
export function createTokenise(
  tokenizerJson: object,
  tokenizerConfig: object,
  maxTokens: number,
): Tokenise {
  const tokenizer = new Tokenizer(tokenizerJson, tokenizerConfig)
  const idsOf = (text: string): number[] =>
    tokenizer.encode(text, { add_special_tokens: false }).ids
  const probe = idsOf('a')
  const framed: number[] = tokenizer.encode('a').ids
  const start = framed.findIndex((id) => id === probe[0])
  const before = framed.slice(0, start)
  const after = framed.slice(start + probe.length)
  const room = maxTokens - before.length - after.length
  return (text) => {
    const ids = idsOf(text.slice(0, maxTokens * MOST_CHARACTERS_PER_TOKEN))
    return [...before, ...ids.slice(0, room), ...after]
  }
}
