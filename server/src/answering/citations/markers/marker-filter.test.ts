import { expect, test } from 'vitest'
import { growth, MAX_LINEAR_GROWTH } from '../../../../../test/support/growth.ts'
import { createMarkerFilter } from './marker-filter.ts'

function readWhole(text: string, passageCount = 3): string {
  const reader = createMarkerFilter(passageCount)
  return reader.push(text) + reader.end()
}

function readByCharacter(text: string, passageCount = 3): string {
  const reader = createMarkerFilter(passageCount)
  const pieces = Array.from({ length: text.length }, (_, at) => reader.push(text.charAt(at)))
  return pieces.join('') + reader.end()
}

function expectRead(text: string, expected: string): void {
  expect(readWhole(text)).toBe(expected)
  expect(readByCharacter(text)).toBe(expected)
  expect(readWhole(expected), 'read again').toBe(expected)
}

test.each([
  ['A [1].', 'A [1].'],
  ['A [1,2] b', 'A [1][2] b'],
  ['A [1, 2] b', 'A [1][2] b'],
  ['A [1;3] b', 'A [1][3] b'],
  ['A [1-3].', 'A [1][2][3].'],
  ['A [3–1].', 'A [1][2][3].'],
  ['A [1][2].', 'A [1][2].'],
  ['A [^1].', 'A [1].'],
  ['A [^1, ^2].', 'A [1][2].'],
  ['A [ 1 ].', 'A [1].'],
  ['A 【1】.', 'A [1].'],
  ['A ［1］.', 'A [1].'],
  ['答案【1、2】。', '答案[1][2]。'],
  ['A 【1†source】.', 'A [1].'],
  ['A 【1†L10-L20】.', 'A [1].'],
  ['A [２].', 'A [2].'],
  ['A [٢].', 'A [2].'],
])('the marker in %j is written [n]', expectRead)

test.each([
  ['A [1][1].', 'A [1].'],
  ['A [1,1,2][2].', 'A [1][2].'],
])('a passage is cited once where %j repeats it', expectRead)

test.each([
  ['A [9] b.', 'A b.'],
  ['A [9].', 'A.'],
  ['A b [9]c.', 'A b c.'],
  ['A [0].', 'A.'],
  ['A [99999999999999999999999].', 'A.'],
  ['A [9][1].', 'A [1].'],
  ['A [1][9].', 'A [1].'],
  ['A [2, 9].', 'A [2].'],
  ['A [2-99].', 'A [2][3].'],
  ['A [0-1].', 'A [1].'],
  ['A [9]\nb', 'A\nb'],
  ['[9] A', 'A'],
  ['- [9] A', '- A'],
  ['A [9]', 'A'],
])('a number without a passage is removed from %j, with its space', expectRead)

test('without passages every marker is removed', () => {
  expect(readWhole('A [1]. B [2].', 0)).toBe('A. B.')
})

test.each([
  'Use `array[9]` here.',
  'Use ``a`[9]`` here.',
  'Use `[1,2]` here.',
  '```js\nlist[9] = x[^1]\n```\n',
  '~~~\n[9]\n~~~\n',
  '````\n```\n[9]\n```\n````\n',
  '1. Run\n   ```sh\n   a[9]\n   ```\n',
  '> ```\n> a[9]\n> ```\n',
  '- ```sh a[9]\n  b[9]\n  ```\n',
  '```\n[9] and no end',
  '```one line [9]``` of code',
])('code is left as it is in %j', (text) => {
  expect(readWhole(text)).toBe(text)
  expect(readByCharacter(text)).toBe(text)
})

test.each([
  ['```\n[9]\n```\nA [9].', '```\n[9]\n```\nA.'],
  ['~~~\n[9]\n```\n[9]\n~~~\nA [9].', '~~~\n[9]\n```\n[9]\n~~~\nA.'],
  ['`a[9]` A [9].', '`a[9]` A.'],
  ['Press ` twice [1,2].', 'Press ` twice [1][2].'],
  ['A ` b ``c[9]`` d [9] e', 'A ` b ``c[9]`` d e'],
  ['A `b\nc [9] `d` e', 'A `b\nc `d` e'],
  ['``` a[9]` b', '``` a` b'],
])('markers in %j are read after code ends and where a backtick opens none', expectRead)

test.each([
  ['A [1](https://evil.example/x).', 'A [1].'],
  ['A [1](https://x.example/a_(b) "title (c)") d.', 'A [1] d.'],
  ['A [1](<https://x.example/a>) b.', 'A [1] b.'],
  ['A [1](/path) b', 'A [1] b'],
  ['A [1](#top)(https://evil.example) b', 'A [1] b'],
  ['A [9](https://evil.example) b', 'A b'],
  ['A 【1】(https://evil.example) b', 'A [1] b'],
  ['A [1](https://x.example without an end', 'A [1] without an end'],
  ['答案[1](https://x.example）。好', '答案[1]。好'],
  ['A [1](https://x`y`) [9]b', 'A [1]`y`) b'],
  ['A [1](or so) b', 'A [1] (or so) b'],
  ['A [1](javascript:alert) b', 'A [1] (javascript:alert) b'],
])('no address of the model’s own stays behind a marker in %j', expectRead)

test.each(['A [text](https://x.example) b', '- [ ] task', '- [x] task', '[1 2] [a] [] [1-] [-1]'])(
  '%j has no marker',
  (text) => {
    expect(readWhole(text)).toBe(text)
    expect(readByCharacter(text)).toBe(text)
  },
)

test.each([
  ['A [1].\n\n[^1]: The source, `code` too\n[^2]: Another', 'A [1].\n\n\n'],
  ['A [1].\n[1]: https://evil.example "title"\nB', 'A [1].\n\nB'],
  ['A.\n  [2]:   <https://evil.example>\nB', 'A.\n \nB'],
  ['[1]: the first', '[1] : the first'],
  ['[1] [9]: https://evil.example', '[1] : https://evil.example'],
  ['[1][9]: https://evil.example', '[1]'],
])('definitions of footnotes and links are dropped from %j', expectRead)

test.each([
  ['[[9]1]', '[?1]'],
  ['[1[9],2]', '[1?,2]'],
  ['【1†a[9]b】', '【1†a?b】'],
  ['``[9]` [9]', '`` `'],
  ['[9]```\n[9]', '?```\n'],
  [`[${'1'.repeat(100)}] [9]`, `[${'1'.repeat(100)}?]`],
])('removing part of %j turns the rest into neither a marker nor code', expectRead)

test('only an unfinished marker is held back', () => {
  const reader = createMarkerFilter(3)
  expect(reader.push('The key rotates')).toBe('The key rotates')
  expect(reader.push(' nightly [')).toBe(' nightly')
  expect(reader.push('1')).toBe('')
  expect(reader.push('] and')).toBe(' [1] and')
  expect(reader.push(' [not')).toBe(' [not')
  expect(reader.push(' `code')).toBe(' `code')
  expect(reader.push(' in it')).toBe(' in it')
  expect(reader.push('[1')).toBe('')
  expect(reader.push(']`')).toBe('')
  expect(reader.push('.')).toBe('[1]`.')
  expect(reader.end()).toBe('')
})

test('at most 48 characters of a marker that never ends are held back', () => {
  const reader = createMarkerFilter(3)
  reader.push('A ')
  let held = 0
  for (const char of `[${'1, '.repeat(100)}`) held = reader.push(char) === '' ? held + 1 : 0
  expect(held).toBeLessThan(48)
})

test('a character is never cut in two', () => {
  const reader = createMarkerFilter(3)
  expect(reader.push('a \ud83d')).toBe('a ')
  expect(reader.push('\ude00')).toBe('😀')
  expect(reader.push('\ud83d')).toBe('')
  expect(reader.end()).toBe('\ud83d')
})

const HOSTILE: Record<string, (length: number) => string> = {
  'opening brackets': (length) => '['.repeat(length),
  'unfinished markers': (length) => '[1'.repeat(length / 2),
  'a backtick, then brackets': (length) => `\`${'['.repeat(length)}`,
  'runs of backticks of every length': (length) =>
    Array.from({ length: Math.sqrt(2 * length) }, (_, size) => `${'`'.repeat(size)}[1]`).join(''),
  'spans after an unclosed run': (length) => `\`\` ${'`[1]` '.repeat(length / 6)}`,
  'an address without an end': (length) => `[1](https://${'x'.repeat(length)}`,
  'one number': (length) => `[${'1'.repeat(length)}]`,
  'markers without a passage': (length) => '[9]'.repeat(length / 3),
}

test.each(Object.entries(HOSTILE))('%s take linear time to their length', (_, make) => {
  const read = (text: string) => [readWhole(text), readByCharacter(text)]
  expect(growth(10_000, make, read)).toBeLessThan(MAX_LINEAR_GROWTH)
})

test('spaces after a marker removed at the start of a line go too, wherever chunks are cut', () => {
  for (const pieces of [['[99]    x'], ['[99]   ', ' x'], ['[99]', ' ', ' ', '  x']]) {
    const reader = createMarkerFilter(1)
    expect(pieces.map((piece) => reader.push(piece)).join('') + reader.end()).toBe('x')
  }
})
