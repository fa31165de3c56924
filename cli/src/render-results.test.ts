import type { SearchResult } from '@footnote/client'
import { expect, test } from 'vitest'
import { renderResults } from './render-results.ts'

const result: SearchResult = {
  chunk: {
    id: 'c',
    document_id: 'd',
    content:
      'A key is rotated\nby making a new one, and then by revoking the old one once it is unused.',
    heading_path: ['Keys', 'Rotation'],
    chunk_index: 0,
    anchor: null,
  },
  document: {
    id: 'd',
    url: 'https://docs.example.com/keys',
    title: 'Client keys',
    visibility: 'public',
    source_type: 'api',
    group_id: null,
    language: 'en',
    labels: {},
  },
  rrf_score: 0.03252,
  vector_score: 0.714,
  text_score: 0.5,
  rerank_score: 0,
}

test('a result shows rank, title, headings, URL, score and two lines of text', () => {
  expect(renderResults([result], 43)).toBe(
    [
      '1. Client keys',
      '   Keys › Rotation',
      '   https://docs.example.com/keys',
      '   score 0.0325 (meaning 0.71, words 0.50)',
      '   A key is rotated by making a new one,',
      '   and then by revoking the old one once …',
    ].join('\n'),
  )
})

test('the URL leads to the section or page that was found', () => {
  const paged = { ...result, chunk: { ...result.chunk, anchor: 'page=3' } }
  expect(renderResults([paged], 80)).toContain('https://docs.example.com/keys#page=3')
})

test('code is shown without its fences', () => {
  const content = 'Run\n```sh\nfootnote migrate\n```\nonce.'
  const coded = { ...result, chunk: { ...result.chunk, content } }
  expect(renderResults([coded], 80)).toContain('   Run footnote migrate once.')
})

test('a document cannot send escape sequences to the terminal', () => {
  const document = { ...result.document, title: '\x1b]0;owned\x07Title\x1b[31m' }
  const hostile = { ...result, document, chunk: { ...result.chunk, content: 'a\x1b[2Jb\u202Ec' } }
  const rendered = renderResults([hostile], 80)
  for (const character of ['\x1b', '\x07', '\u202E']) expect(rendered).not.toContain(character)
})

test('says so if there are no results', () => {
  expect(renderResults([], 80)).toBe('Nothing found.')
})
