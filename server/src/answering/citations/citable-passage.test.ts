import { countCodePoints } from '@footnote/contract/text'
import { expect, test } from 'vitest'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { toCitations, toCitablePassages } from './citable-passage.ts'

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
    labels: {},
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
  expect(toCitations(citable).map(({ index }) => index)).toEqual([1, 2])
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

const cutExcerpt = (content: string): string =>
  toCitablePassages([passage('https://x.example', null, content)])[0]?.citation.excerpt ?? ''

test('a short passage is its own excerpt, on one line', () => {
  expect(cutExcerpt('  # Keys\n\nRotate   them.\n')).toBe('# Keys Rotate them.')
})

test('an excerpt ends after a sentence where one ends late enough', () => {
  const sentence = `A ${'word '.repeat(40)}ends.`
  expect(cutExcerpt(`${sentence} ${sentence}`)).toBe(`${sentence}…`)
})

test('an excerpt without a sentence ends after a word', () => {
  expect(cutExcerpt('documentation '.repeat(50))).toBe(
    `${Array(21).fill('documentation').join(' ')}…`,
  )
})

test.each(['x'.repeat(1000), '😀'.repeat(1000), '文'.repeat(1000), 'é '.repeat(1000)])(
  'an excerpt has at most 300 code points and no half character: %#',
  (content) => {
    const excerpt = cutExcerpt(content)
    expect(countCodePoints(excerpt)).toBeLessThanOrEqual(300)
    expect(countCodePoints(excerpt)).toBeGreaterThan(200)
    expect(excerpt.isWellFormed()).toBe(true)
  },
)
