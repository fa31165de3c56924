import { expect, test } from 'vitest'
import { readChatChunk } from './chat-chunk.ts'

const chunk = (delta: unknown, more: object = {}) =>
  readChatChunk({ choices: [{ index: 0, delta, finish_reason: null }], ...more })

test('text is shown, thoughts are not, in every form that servers send them', () => {
  expect(chunk({ content: 'Yes' })).toMatchObject({ text: 'Yes', hasThought: false })
  expect(chunk({ reasoning_content: 'Hm' })).toMatchObject({ text: '', hasThought: true })
  expect(chunk({ reasoning: 'Hm', content: '' })).toMatchObject({ text: '', hasThought: true })
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }
  const parts = [thinking, { type: 'text', text: 'Yes' }, { type: 'text', text: '!' }]
  expect(chunk({ content: parts })).toMatchObject({ text: 'Yes!', hasThought: true })
})

test('a refusal is shown and flagged', () => {
  expect(chunk({ refusal: 'No.' })).toMatchObject({ text: 'No.', isRefusal: true })
  expect(chunk({ content: 'Yes', refusal: null })).toMatchObject({ isRefusal: false })
})

test('usage is read with or without choices', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 4 }
  expect(readChatChunk({ choices: [], usage })).toMatchObject({ inputTokens: 3, outputTokens: 4 })
  expect(chunk({}, { usage: null })).toMatchObject({ inputTokens: undefined })
})

test.each([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{}],
  [{ choices: 'none' }],
  [{ error: { message: 'No.' } }],
  [{ choices: [], error: { message: 'No.' } }],
])('%j is not a chunk', (value) => {
  expect(readChatChunk(value)).toBeNull()
})

test.each([[{ choices: [null] }], [{ choices: [{ delta: null }] }], [{ choices: [{ delta: 5 }] }]])(
  '%j says nothing',
  (value) => {
    expect(readChatChunk(value)).toMatchObject({ text: '', finishReason: undefined })
  },
)
