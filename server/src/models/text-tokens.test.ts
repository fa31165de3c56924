import { expect, test } from 'vitest'
import { createTokenise } from './text-tokens.ts'

const vocab = { '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, a: 3, key: 4, rotate: 5 }
const mark = (token: '[CLS]' | '[SEP]') => ({ SpecialToken: { id: token, type_id: 0 } })
const special = (token: '[CLS]' | '[SEP]') => ({ id: token, ids: [vocab[token]], tokens: [token] })
const tokenizerJson = {
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'BertNormalizer', lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [mark('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, mark('[SEP]')],
    pair: [],
    special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab,
  },
}
const tokenise = createTokenise(tokenizerJson, {}, 6)

test('a text stands between the marks the model was trained with', () => {
  expect(tokenise('Rotate a key')).toEqual([1, 5, 3, 4, 2])
})

test('an empty text is its marks alone', () => {
  expect(tokenise('')).toEqual([1, 2])
})

test('an over-long text is cut with its end mark kept', () => {
  expect(tokenise('key '.repeat(1000))).toEqual([1, 4, 4, 4, 4, 2])
})
