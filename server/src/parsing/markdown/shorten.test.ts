import fc from 'fast-check'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test, vi } from 'vitest'
import { readTree } from './markdown.ts'
import { shorten } from './shorten.ts'

/** Many pages are made up and parsed twice: half a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const processor = unified().use(remarkParse).use(remarkGfm)

const parseBlocks = (markdown: string) => readTree(processor.parse(markdown), null).blocks

function shortened(markdown: string) {
  const short = shorten(markdown)
  const tree = processor.parse(short.markdown)
  return { isRestored: short.restore(tree), blocks: readTree(tree, null).blocks }
}

test('words and code are left out of what is parsed, and come back', () => {
  const source = 'Some words that mean nothing, here.\n\n```sh\nls -l\n\ncd ..\n```\n'
  expect(shorten(source).markdown).toBe('Some \uE001\n\n```sh\n\uE000\n```\n')
  expect(shortened(source)).toEqual({ isRestored: true, blocks: parseBlocks(source) })
})

test.each([
  ['a fence inside HTML', '<div>\n```\na b\n```\n</div>'],
  ['a fence that is indented code', 'a\n\n    ```\n    b\n    ```'],
  ['a closing fence that is indented too far', '```\na\n    ```\nb\n```'],
])('code that is none is noticed: %s', (_, source) => {
  expect(shortened(source).isRestored).toBe(false)
})

test.each([
  ['its own private characters', 'Some words \uE000 and some more words.'],
  ['one as a character reference', 'Some words that mean it: &#xE000;'],
])('a page is parsed as it is when it has %s', (_, source) => {
  expect(shorten(source).markdown).toBe(source)
})

test.each([
  ['a label', '[See all of the pages here][]\n\n[see ALL of the pages here]: /u'],
  ['a tag', 'Text <a href="/x" one two three four>of a link</a> goes on.'],
  ['a tag with a quoted bracket', 'Text <a title="x > y" one two three four>of a link</a>.'],
])('words of %s are parsed', (_, source) => {
  expect(shortened(source)).toEqual({ isRestored: true, blocks: parseBlocks(source) })
})

test('a page with more texts than marks is read whole', () => {
  const source = Array.from({ length: 7_000 }, (_, n) => `Here is line number ${n}.`).join('\n\n')
  const { blocks } = shortened(source)
  expect(blocks.map(({ text }) => text).join('\n\n')).toBe(source)
})

test('any page is read as it would be without', () => {
  const piece = fc.constantFrom(
    'one two three four',
    'Is it so, then?',
    'www.a_b.c',
    'https://a.b/_c_',
    'x@y.z',
    'é ü ñ ø',
    '*',
    '**',
    '_',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](/u "some long title here")',

    '[Foo bar baz qux]',
    '[foo bar baz qux]: /u',
    '[^note]',
    '[^note]: and so on it goes',
    '<b>',
    '<div>',
    '</div>',
    '<a title="x > y" some other attribute>',
    '<!-- one two three -->',
    '<',
    '"',
    "'",
    '\\',
    '&amp;',
    '|',
    '| a | b |',
    '|-|-|',
    '---',
    '===',
    '# ',
    '## A b c d {#e}',
    '- ',
    '1. ',
    '> ',
    '  ',
    '    ',
    '\t',
    ' ',
    '\n',
    '\n',
    '\n\n',
    '\n\n',
    '\n  ',
    '\n   ',

    '\n```\n',
    '\n```\n',
    '\n```sh one two three\n',
    '\n~~~\n',
    '\n  ```\n',
    '\n   ```\n',
    '\n> ```\n',
  )
  const page = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(page, (source) => {
      const { isRestored, blocks } = shortened(source)
      expect(isRestored ? blocks : parseBlocks(source)).toEqual(parseBlocks(source))
    }),
    { numRuns: 1_000 },
  )
})
