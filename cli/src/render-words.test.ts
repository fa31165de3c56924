import { expect, test } from 'vitest'
import { renderWords } from './render-words.ts'

test.each([
  [{}, ''],
  [{ searched_for: 'a deployment' }, 'Showing results for “a deployment”.'],
  [{ missing_words: ['Jenkins', 'Velero'] }, 'No page mentions “Jenkins”, “Velero”.'],
  [
    { searched_for: 'a deployment', missing_words: ['Jenkins'] },
    'Showing results for “a deployment”. No page mentions “Jenkins”.',
  ],
])('%j', (words, text) => {
  expect(renderWords(words)).toBe(text)
})

test('what a reader typed does not steer the terminal', () => {
  expect(renderWords({ missing_words: ['Jen\u001B[31mkins'] })).not.toContain('\u001B')
})
