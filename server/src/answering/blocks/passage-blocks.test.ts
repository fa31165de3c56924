import { expect, test } from 'vitest'
import { parseMarkdown } from '../../parsing/markdown/markdown.ts'
import { split } from '../../parsing/split/split.ts'
import { readBlocks } from './passage-blocks.ts'

/** Each of these was taken for something else while it was guessed from the text. */
test.each([
  [
    'a list of names and values is not code',
    '- name: the key\n- limit: ten a minute',
    [
      {
        kind: 'list',
        items: [
          { text: 'name: the key', indent: 0 },
          { text: 'limit: ten a minute', indent: 0 },
        ],
      },
    ],
  ],
  [
    'a row with one cell does not end its table',
    '| Name | Use |\n|-|-|\n| Readers | |\n| KEY | opens it |',
    [{ kind: 'table', headerRow: 'Name | Use', rows: ['Readers', 'KEY | opens it'] }],
  ],
  [
    'a heading may end like a sentence',
    '## A\n\n### Stop.\n\nIt stops.\n\n### Go.\n\nIt goes.',
    [
      { kind: 'heading', text: 'Stop.' },
      { kind: 'text', text: 'It stops.' },
      { kind: 'heading', text: 'Go.' },
      { kind: 'text', text: 'It goes.' },
    ],
  ],
])('%s', (_, source, expected) => {
  const [passage] = split(parseMarkdown(source))
  if (!passage) throw new Error('There is no passage')
  expect(readBlocks(passage.content, passage.blocks)).toEqual(expected)
  expect(readBlocks(passage.content, null)).not.toEqual(expected)
})

test('code in plain text is still found, across its blank lines', () => {
  const content = 'Run:\n\n```sh\nfootnote keys list\n\nfootnote keys count\n```'
  const spans = content.split('\n\n').map((text) => {
    const start = content.indexOf(text)
    return { kind: 'text' as const, start, end: start + text.length }
  })
  expect(readBlocks(content, spans)).toEqual(readBlocks(content, null))
  expect(readBlocks(content, spans)).toMatchObject([
    { kind: 'text' },
    { kind: 'code', text: 'footnote keys list\n\nfootnote keys count' },
  ])
})

test('a sentence that begins with the name of a package is not code', () => {
  const text = '@footnote/client runs in browsers and in Node and has no dependencies.'
  expect(readBlocks(text, null)).toEqual([{ kind: 'text', text }])
})
