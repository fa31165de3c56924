import { expect, test } from 'vitest'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { writeWithModel } from './write-with-model.ts'

const USAGE = { inputTokens: 7, outputTokens: 3 }

const modelSaying = (pieces: readonly string[]): LanguageModel => ({
  name: 'test/model',
  async *write() {
    for (const piece of pieces) yield [piece]
    return USAGE
  },
})

async function written(pieces: readonly string[]) {
  const prompt = { system: '', messages: [], maxOutputTokens: 100 }
  const text = writeWithModel(modelSaying(pieces), prompt, new AbortController().signal)
  const shown: string[] = []
  for (;;) {
    const next = await text.next()
    if (next.done) return { shown, usage: next.value }
    shown.push(...next.value)
  }
}

test.each([
  ['NOT_COVERED'],
  ['\nNOT_COVERED\n'],
  ['NOT_COVERED.'],
  ['**NOT_COVERED**'],
  ['`NOT_COVERED`'],
  ['“NOT_COVERED”'],
  ['[NOT_COVERED]'],
  ['NOT_COVERED: the passages are about keys, not about prices.'],
  ['NOT_COVERED\n\nHowever, keys can be rotated [1].'],
])('%j declines, whole and letter by letter', async (text) => {
  expect(await written([text])).toEqual({ shown: [], usage: { ...USAGE, declined: true } })
  expect(await written(text.split(''))).toEqual({ shown: [], usage: { ...USAGE, declined: true } })
})

test.each([
  ['Not covered by the guarantee: the shade [1].'],
  ['NOT_COVERED_BY is an error code [1].'],
  ['- Rotate the key [1].'],
  ['"Rotate" is a button [1].'],
  ['NOT'],
  ['**'],
])('%j is an answer, whole and letter by letter', async (text) => {
  expect((await written([text])).shown.join('')).toBe(text)
  expect((await written(text.split(''))).shown.join('')).toBe(text)
})

test('text is not held back once it cannot decline', async () => {
  expect((await written(['NO', 'W it', ' works'])).shown).toEqual(['NO', 'W it', ' works'])
})
