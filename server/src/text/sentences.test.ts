import { expect, test } from 'vitest'
import { splitSentences, sentencesOfLine } from './sentences.ts'

test.each([
  [
    'Use a shell, e.g. Bash is fine. Then go on.',
    ['Use a shell, e.g. Bash is fine. ', 'Then go on.'],
  ],
  [
    'It ended in 1648.[12] Peace came.[13][14] Trade grew.',
    ['It ended in 1648.[12] ', 'Peace came.[13][14] ', 'Trade grew.'],
  ],
  ['Ask (see below. It helps) first. Then go.', ['Ask (see below. It helps) first. ', 'Then go.']],
  [
    'It says why. "Why is this not found?" compares the page. "Is it?" Yes.',
    ['It says why. ', '"Why is this not found?" compares the page. ', '"Is it?" ', 'Yes.'],
  ],
  [
    'GET /compare?before=1 shows both. Is it? Yes!',
    ['GET /compare?before=1 shows both. ', 'Is it? ', 'Yes!'],
  ],
  ['鍵を作ります。鍵を使います。', ['鍵を作ります。', '鍵を使います。']],
])('the sentences of %j, joined, are the line', (line, expected) => {
  expect(sentencesOfLine(line)).toEqual(expected)
  expect(sentencesOfLine(line).join('')).toBe(line)
})

test('a wrapped line continues in the next one; any other line break ends a sentence', () => {
  expect(
    splitSentences(
      'A line that is long enough to have been wrapped here\nby an editor.\nA new one.',
    ),
  ).toEqual(['A line that is long enough to have been wrapped here by an editor.', 'A new one.'])
})
