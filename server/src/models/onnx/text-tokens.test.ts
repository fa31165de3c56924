import { Tokenizer } from '@huggingface/tokenizers'
import { expect, test } from 'vitest'
import { tinyTokenizer } from '../fixtures/tiny-tokenizer.ts'
import { bareIds, createTokenise } from './text-tokens.ts'

const tokenise = createTokenise(new Tokenizer(tinyTokenizer, {}), 6)

test('a text is placed between the model’s special tokens', () => {
  expect(tokenise('Rotate a key')).toEqual([1, 5, 3, 4, 2])
})

test('an empty text is only special tokens', () => {
  expect(tokenise('')).toEqual([1, 2])
})

test('an over-long text is cut and keeps its end token', () => {
  expect(tokenise('key '.repeat(1000))).toEqual([1, 4, 4, 4, 4, 2])
})

test.each([
  ['many words', 'key a rotate invoice '.repeat(4_000), 2_048],
  ['one word that never ends', 'k'.repeat(72_000), 25_600 + 2_048 + 4 * 2_048 + 16 * 2_048],
  ['a short text', 'rotate a key', 12],
])('no more of a long text is read than the model takes: %s', (_which, text, atMost) => {
  const tokenizer = new Tokenizer(tinyTokenizer, {})
  const maxTokens = 256
  let read = 0
  const counting = {
    encode(part: string, options?: object) {
      read += part.length
      return tokenizer.encode(part, options)
    },
  }
  const ids = bareIds(counting, text, maxTokens)
  expect(read).toBeLessThanOrEqual(atMost)
  const whole = tokenizer.encode(text.slice(0, 25_600), { add_special_tokens: false }).ids
  expect(ids.slice(0, maxTokens)).toEqual(whole.slice(0, maxTokens))
})
