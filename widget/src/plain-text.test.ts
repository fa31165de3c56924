import { expect, test } from 'vitest'
import { firstSentence, markWords, plainText, splitWords } from './panel/plain-text.ts'

test('plain text has no signs of markdown', () => {
  const markdown = '## Keys\n\n- **Rotate** `keys` [1], see [the guide](https://a.example/x).\n'
  expect(plainText(markdown)).toBe('Keys Rotate keys, see the guide.')
})

test('the first sentence ends at its full stop, not at a version number', () => {
  expect(firstSentence('Use version 2.4 or later [1]. Then restart.')).toBe(
    'Use version 2.4 or later.',
  )
})

test('words of the statement are marked as one stretch', () => {
  const words = splitWords('a knowledge base may have any number', 4)
  const marked = markWords('A knowledge base may have any number of keys.', words)
  expect(marked.map(({ text }) => text).join('')).toBe(
    'A knowledge base may have any number of keys.',
  )
  const stretches = marked.filter(({ isMarked }) => isMarked).map(({ text }) => text)
  expect(stretches).toEqual(['knowledge base may have any number'])
})
