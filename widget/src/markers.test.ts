import { expect, test } from 'vitest'
import { numberCitations, splitMarkers, withoutHalfMarker } from './answer/markers.ts'

const citation = (index: number) => ({
  index,
  title: `Page ${index}`,
  url: `https://docs.example/${index}`,
  document_id: `d${index}`,
  chunk_id: `c${index}`,
  heading_path: [],
  excerpt: '',
})

test('while it streams, markers are numbered as they appear', () => {
  const citations = [1, 2, 3].map(citation)
  const text = 'First [3], then [1], again [3], and [9].'
  expect([...numberCitations(text, citations, false)]).toEqual([
    [3, 1],
    [1, 2],
  ])
  expect(numberCitations(text, citations, true).get(3)).toBe(3)
})

test('a marker stays with the word before it and the full stop behind it', () => {
  const known = new Map([
    [1, 1],
    [2, 2],
  ])
  expect(splitMarkers('Any number [1][2]. More', known)).toEqual([
    { text: 'Any ' },
    { before: 'number', indexes: [1, 2], after: '.' },
    { text: ' More' },
  ])
})

test('a number that cites nothing stays text', () => {
  expect(splitMarkers('Take item [7] of the list', new Map())).toEqual([
    { text: 'Take item [7] of the list' },
  ])
})

test('half a marker is not shown', () => {
  expect(withoutHalfMarker('Any number [1')).toBe('Any number')
  expect(withoutHalfMarker('Any number [1]')).toBe('Any number [1]')
})
