import { countCodePoints } from '@footnote/contract/text'
import { expect, test } from 'vitest'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { citationsOf, toCitablePassages, toQuotedPassages } from './citable-passage.ts'

const passage = (url: string, anchor: string | null, content = 'Text.'): RankedPassage => ({
  id: 'passage-id',
  documentId: 'document-id',
  content,
  headingPath: ['Guide', 'Keys'],
  chunkIndex: 0,
  anchor,
  blocks: null,
  document: {
    id: 'document-id',
    url,
    title: 'Title',
    visibility: 'public',
    sourceType: 'api',
    groupId: null,
    language: 'de',
  },
  relevance: 1,
  rrfScore: 0,
  vectorScore: 1,
  textScore: 1,
  rerankScore: 0,
})

test('passages become citations numbered from 1', () => {
  const page = 'https://docs.example.com/a'
  const citable = toCitablePassages([passage(page, 'keys'), passage(page, null)])
  expect(citationsOf(citable).map(({ index }) => index)).toEqual([1, 2])
  expect(citable[0]).toEqual({
    citation: {
      title: 'Title',
      url: 'https://docs.example.com/a#keys',
      document_id: 'document-id',
      chunk_id: 'passage-id',
      heading_path: ['Guide', 'Keys'],
      excerpt: 'Text.',
    },
    content: 'Text.',
    language: 'de',
  })
})

test.each([
  ['https://x.example/a', null, 'https://x.example/a'],
  ['https://x.example/a#old', null, 'https://x.example/a#old'],
  ['https://x.example/a?b=c#old', 'new', 'https://x.example/a?b=c#new'],
  ['https://x.example/a.pdf', 'page=3', 'https://x.example/a.pdf#page=3'],
  ['https://x.example/a', '#keys', 'https://x.example/a#keys'],
  ['https://x.example/a', 'größe und maß', 'https://x.example/a#gr%C3%B6%C3%9Fe%20und%20ma%C3%9F'],
  ['https://x.example/a', 'caf%C3%A9', 'https://x.example/a#caf%C3%A9'],
  ['https://x.example/a', '100%', 'https://x.example/a#100%25'],
  ['https://x.example/a', '"><script>', 'https://x.example/a#%22%3E%3Cscript%3E'],
  ['https://x.example/a', 'a#b', 'https://x.example/a#a%23b'],
  ['https://x.example/a', '\ud83d', 'https://x.example/a#%EF%BF%BD'],
])('%s with the anchor %j links to %s', (url, anchor, expected) => {
  const [source] = toCitablePassages([passage(url, anchor)])
  expect(source?.citation.url).toBe(expected)
})

const excerptOf = (content: string): string =>
  toCitablePassages([passage('https://x.example', null, content)])[0]?.citation.excerpt ?? ''

test('a short passage is its own excerpt, on one line', () => {
  expect(excerptOf('  # Keys\n\nRotate   them.\n')).toBe('# Keys Rotate them.')
})

test('an excerpt ends after a sentence where one ends late enough', () => {
  const sentence = `A ${'word '.repeat(40)}ends.`
  expect(excerptOf(`${sentence} ${sentence}`)).toBe(`${sentence}…`)
})

test('an excerpt without a sentence ends after a word', () => {
  expect(excerptOf('documentation '.repeat(50))).toBe(
    `${Array(21).fill('documentation').join(' ')}…`,
  )
})

test.each(['x'.repeat(1000), '😀'.repeat(1000), '文'.repeat(1000), 'é '.repeat(1000)])(
  'an excerpt has at most 300 code points and no half character: %#',
  (content) => {
    const excerpt = excerptOf(content)
    expect(countCodePoints(excerpt)).toBeLessThanOrEqual(300)
    expect(countCodePoints(excerpt)).toBeGreaterThan(200)
    expect(excerpt.isWellFormed()).toBe(true)
  },
)

const merged = {
  ...passage(
    'https://docs.example.com/page',
    null,
    'Delete a group\n\nIt goes.\n\nDelete a widget\n\nIt is refused.',
  ),
  headingPath: ['Managing'],
}
const quoteOf = (quoted: RankedPassage) => ({
  number: 1,
  passage: quoted,
  heading: 'Delete a widget',
  text: 'It is refused.',
})

test('a quote from a merged passage has its own section’s anchor, path and excerpt', () => {
  const [quoted] = toQuotedPassages([quoteOf({ ...merged, anchor: 'delete-a-group' })])
  expect(quoted?.citation).toMatchObject({
    url: 'https://docs.example.com/page#delete-a-widget',
    heading_path: ['Managing', 'Delete a widget'],
    excerpt: 'It is refused.',
  })
})

test('a quote from a merged passage has the anchor that its section was stored with', () => {
  const start = merged.content.indexOf('Delete a widget')
  const end = start + 'Delete a widget'.length
  const blocks = [{ kind: 'heading' as const, start, end, anchor: 'section-5' }]
  const [quoted] = toQuotedPassages([quoteOf({ ...merged, anchor: 'section-4', blocks })])
  expect(quoted?.citation.url).toBe('https://docs.example.com/page#section-5')
})

test('where anchors are neither stored nor slugs, a quote has its passage’s', () => {
  const [quoted] = toQuotedPassages([quoteOf({ ...merged, anchor: 'section-4' })])
  expect(quoted?.citation.url).toBe('https://docs.example.com/page#section-4')
})

test('two quotes of one section are one citation, which both can be checked against', () => {
  const next = { ...merged, id: 'next', content: 'More of it.' }
  const quoted = toQuotedPassages([quoteOf(merged), { ...quoteOf(next), text: 'More of it.' }])
  expect(citationsOf(quoted).map(({ index }) => index)).toEqual([1])
  expect(quoted[0]?.content).toContain('It is refused.')
  expect(quoted[0]?.content).toContain('More of it.')
})
