import { Tokenizer } from '@huggingface/tokenizers'
import { expect, test } from 'vitest'
import { tinyTokenizer } from './fixtures/tiny-tokenizer.ts'
import { createTokenise } from './text-tokens.ts'

const tokenise = createTokenise(new Tokenizer(tinyTokenizer, {}), 6)

test('a text stands between the marks the model was trained with', () => {
  expect(tokenise('Rotate a key')).toEqual([1, 5, 3, 4, 2])
})

test('an empty text is its marks alone', () => {
  expect(tokenise('')).toEqual([1, 2])
})

test('an over-long text is cut with its end mark kept', () => {
  expect(tokenise('key '.repeat(1000))).toEqual([1, 4, 4, 4, 4, 2])
})
