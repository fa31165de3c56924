import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseHtml } from '../../parsing/html/html.ts'
import { markdownHtml } from './markdown-html.ts'

const fixture = (name: string) =>
  readFile(new URL(`./fixtures/${name}.notion.txt`, import.meta.url), 'utf8')

const CHILD = '3d1f0c52-77aa-4e0b-9a35-000000000002'
const BOOKMARK = '3d1f0c52-77aa-4e0b-9a35-000000000071'
const convert = (markdown: string) =>
  markdownHtml(markdown, {
    titleOf: (id) => (id === CHILD ? 'A child page' : null),
    leftOut: (id) => (id === BOOKMARK ? '<p>The maker of valves</p>' : ''),
  })

/** What a reader of the answers gets, a block after the other. */
const show = (html: string) =>
  parseHtml(html)
    .blocks.map((block) => {
      const kind = block.kind === 'heading' ? `h${block.depth}` : block.kind
      const language = block.kind === 'code' ? ` ${block.language ?? ''}` : ''
      const head = block.kind === 'table' ? `${block.headerRow}\n` : ''
      return `[${kind}${language}] ${head}${block.text}`
    })
    .join('\n')

test('every element that Notion documents becomes what a reader expects', async () => {
  const html = convert(await fixture('every-element'))
  await expect(show(html)).toMatchFileSnapshot('./fixtures/every-element.blocks.txt')
  expect(html).not.toContain('files.example')
})

test('a page of a handbook reads as it does in Notion', async () => {
  await expect(show(convert(await fixture('handbook')))).toMatchFileSnapshot(
    './fixtures/handbook.blocks.txt',
  )
})

test.each([
  ['an open callout', '<callout icon="x">\n\tInside\nAfter', ['Note:', 'Inside', 'After']],
  ['a close without an open', '</callout>\nText', ['Text']],
  ['an open fence', '```js\nlet a', ['let a']],
  ['an open link', 'See [this](https://', ['See [this](https://']],
  ['an open tag', 'a < b and <b', ['a < b and <b']],
  ['an open table', '<table>\n<tr>\n<td>A', ['A']],
  ['an open code', 'A ` sign', ['A ` sign']],
  ['an attribute list in the text', 'Set {color="red"} here', ['Set {color="red"} here']],
])('%s loses no text', (_name, markdown, texts) => {
  expect(parseHtml(convert(markdown)).blocks.map(({ text }) => text)).toEqual(texts)
})

test('text is text, whatever it looks like in HTML', () => {
  const html = convert(
    'A \\<script\\>alert(1)\\</script\\> [x](javascript:alert) [y](https://a/"b)',
  )
  expect(html).toBe(
    '<p>A &lt;script&gt;alert(1)&lt;/script&gt; x <a href="https://a/&quot;b">y</a></p>',
  )
})

test('whatever is opened without end takes no more than a moment', () => {
  const deep = Array.from({ length: 2000 }, (_, depth) => `${'\t'.repeat(depth)}- ${depth}`)
  expect(convert(deep.join('\n'))).toContain('1999')
  for (const sign of ['[', '(', '<a ', '`', '$', '*', '![', '<mention-page>', '{a="', '(]']) {
    const began = performance.now()
    convert(sign.repeat(10_000))
    convert(sign.repeat(10_000) + '](x)'.repeat(10_000))
    expect(performance.now() - began, sign).toBeLessThan(20_000)
  }
})
