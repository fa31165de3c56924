import { Tokenizer } from '@huggingface/tokenizers'
import { expect, test } from 'vitest'
import { tinyTokenizer } from '../fixtures/tiny-tokenizer.ts'
import { createTokenisePair } from './rerank-tokens.ts'

const tokenisePair = createTokenisePair(new Tokenizer(tinyTokenizer, {}), 9)

test('a pair is joined by the model’s special tokens, with type ids for each part', () => {
  const { ids, typeIds, length } = tokenisePair('rotate key', 'a key')
  expect(ids).toEqual([1, 5, 4, 2, 3, 4, 2])
  expect(typeIds).toEqual([0, 0, 0, 0, 1, 1, 1])
  expect(length).toBe(7)
})

test('a query and a text with the same beginning are kept apart', () => {
  expect(tokenisePair('a', 'a').ids).toEqual([1, 3, 2, 3, 2])
})

test('an over-long text is cut; the query and all special tokens stay', () => {
  expect(tokenisePair('rotate', 'key '.repeat(1000)).ids).toEqual([1, 5, 2, 4, 4, 4, 4, 4, 2])
})

test('an over-long query leaves half of the space to the text', () => {
  const { ids, typeIds } = tokenisePair('rotate '.repeat(1000), 'key '.repeat(1000))
  expect(ids).toEqual([1, 5, 5, 5, 2, 4, 4, 4, 2])
  expect(typeIds).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1])
})

test('a pair of empty texts is only special tokens', () => {
  expect(tokenisePair('', '').ids).toEqual([1, 2, 2])
})

test('a model with a doubled separator and no type ids works', () => {
  const mark = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const roberta = {
    ...tinyTokenizer,
    post_processor: {
      ...tinyTokenizer.post_processor,
      pair: [
        mark('[CLS]'),
        { Sequence: { id: 'A', type_id: 0 } },
        mark('[SEP]'),
        mark('[SEP]'),
        { Sequence: { id: 'B', type_id: 0 } },
        mark('[SEP]'),
      ],
    },
  }
  const pair = createTokenisePair(new Tokenizer(roberta, {}), 9)('rotate', 'key')
  expect(pair.ids).toEqual([1, 5, 2, 2, 4, 2])
  expect(pair.typeIds).toEqual([0, 0, 0, 0, 0, 0])
})

test('a tokenizer that cannot join two texts is refused', () => {
  const single = {
    ...tinyTokenizer,
    post_processor: { ...tinyTokenizer.post_processor, pair: [] },
  }
  expect(() => createTokenisePair(new Tokenizer(single, {}), 9)).toThrow(/join two texts/)
})
