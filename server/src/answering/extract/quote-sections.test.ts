import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../parsing/markdown/markdown.ts'
import { split } from '../../parsing/split/split.ts'
import { getAllowedLinks } from '../safe-text/allowed-links.ts'
import { toSafeText } from '../safe-text/create-safe-text.ts'
import { pageSections } from './fixtures/page-sections.ts'
import { rankedPassage } from './fixtures/ranked-passage.ts'
import { writeSections } from './quote-sections.ts'

const page = (source: string, title = 'Page') =>
  split(parseMarkdown(source)).map(({ index, ...passage }) =>
    rankedPassage(passage.content, { ...passage, chunkIndex: index, title }),
  )

const write = (...given: Parameters<typeof pageSections>): string =>
  writeSections(pageSections(...given)).pieces.join('')

const findKinds = (markdown: string): string[] =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(markdown)
    .children.map(({ type }) => type)

const sentences = (count: number, about: string): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} of ${about} says what it says.`).join(' ')

test('a section stands whole under its page and headings, with lists, tables and code', () => {
  const source = [
    '# Keys',
    'Keys open doors.',
    '## Rotate a key',
    'To rotate a key:',
    '1. Make a second one.\n2. Run this:',
    '   ```sh\n   footnote keys revoke ID\n   ```',
    'What it changes:',
    '| Key | State |\n| --- | --- |\n| old | revoked |',
  ].join('\n\n')
  const passages = page(source, 'Keys')
  const text = write(passages, passages.slice(1))
  expect(text).toBe(
    [
      '### Keys › Rotate a key',
      'To rotate a key:',
      '1. Make a second one.\n2. Run this:',
      '```sh\nfootnote keys revoke ID\n```',
      'What it changes:',
      '| Key | State |\n| --- | --- |\n| old | revoked [1] |',
    ].join('\n\n'),
  )
  expect(findKinds(text)).toEqual(['heading', 'paragraph', 'list', 'code', 'paragraph', 'table'])
})

test('neighbouring passages of the section are joined again, so a command comes with its line', () => {
  const source = `# Keys\n\n## List\n\n${sentences(30, 'keys')}\n\nTo list them, run:\n\n\`\`\`sh\n${'footnote keys list --all\n'.repeat(30)}\`\`\``
  const passages = page(source)
  const [first] = passages
  expect(passages.length).toBeGreaterThan(1)
  if (!first) throw new Error('There is no passage')
  const text = write(passages, [first])
  expect(text).toContain('To list them, run:')
  expect(text).toContain('```sh\nfootnote keys list --all')
})

test('the first section has at most about 2,500 characters and a link to read on, others 900', () => {
  const source = (name: string) =>
    `# ${name}\n\n${Array.from({ length: 40 }, (_, n) => sentences(4, `${name} ${n}`)).join('\n\n')}`
  const [one, two] = [page(source('One'), 'One'), page(source('Two'), 'Two')]
  const sections = [...pageSections(one, one.slice(3, 4)), ...pageSections(two, two.slice(5, 6))]
  const { pieces, citable } = writeSections(sections)
  const [first = '', second = ''] = pieces.join('').split(/(?=### Two)/)
  expect(first.length).toBeGreaterThan(1_500)
  expect(first.length).toBeLessThan(2_700)
  expect(first).toContain(`… [One](<https://docs.example.com/page#one>)`)
  expect(second.length).toBeLessThan(1_500)
  for (const { found } of sections) {
    for (const block of found.content.split('\n\n')) expect(first + second).toContain(block)
  }
  const whole = pieces.join('')
  expect(toSafeText(whole, getAllowedLinks(citable)), 'the link leads to the page').toBe(whole)
})

test('what is shown with one section is not shown again, nor what another page repeats', () => {
  const passages = page(`# Keys\n\n## Rotate\n\n${sentences(30, 'keys')}`)
  const [found] = passages
  if (!found) throw new Error('There is no passage')
  const repeated = rankedPassage(found.content, { title: 'Keys in short' })
  const sections = [...pageSections(passages), ...pageSections([repeated])]
  expect(writeSections(sections).citable).toHaveLength(1)
})

test('at most five sections are shown', () => {
  const sections = Array.from({ length: 9 }, (_, n) =>
    pageSections([rankedPassage(`Key ${n} opens door ${n}.`, { title: `Page ${n}` })]),
  )
  expect(writeSections(sections.flat()).citable).toHaveLength(5)
})

test.each([
  [
    'a list of titles',
    [],
    '- Connect a website\n- Connect a wiki\n- Connect a file\n- Edit a page',
  ],
  ['a heading that says so', ['Pods', 'What’s next'], 'Drain nodes with kubectl drain.'],
  ['lines that point elsewhere', [], 'See also the page about nodes.\n\nLearn more about pods.'],
])('%s stands behind sections that tell', (_name, headingPath, content) => {
  const leading = rankedPassage(content, { title: 'Leading', headingPath })
  const telling = rankedPassage('A node is drained with a command.', { title: 'Telling' })
  const { citable } = writeSections([...pageSections([leading]), ...pageSections([telling])])
  expect(citable.map(({ citation }) => citation.title)).toEqual(['Telling', 'Leading'])
})

test('what would break the markdown or pass for a citation is shown as code, without escapes', () => {
  const content =
    'The gateway <!-- hidden --> accepts ![logo](x.png) [tokens](https://x.example) in header[2], see [7], a <name> tag, *.example.com and __init__.'
  expect(write([rankedPassage(content, { title: '' })])).toBe(
    'The gateway accepts logo tokens in `header[2]`, see `[7]`, a `<name>` tag, `*.example.com` and `__init__`. [1]',
  )
})

test('references of another page are not quoted', () => {
  const content = 'It ended in 1648.[12][13] A key of a team opens it.'
  expect(write([rankedPassage(content, { title: '' })])).toBe(
    'It ended in 1648. A key of a team opens it. [1]',
  )
})

test('a section of nothing but code has its number behind it', () => {
  const text = write([rankedPassage('```sh\nfootnote keys list\n```')])
  expect(text).toBe('### Page\n\n```sh\nfootnote keys list\n```\n\n[1]')
})

test('nested items stay nested', () => {
  const text = write(page('# Page\n\n- One\n  1. First\n  2. Second\n- Two'))
  expect(text).toBe('### Page\n\n- One\n  1. First\n  2. Second\n- Two [1]')
})
