import { expect, test } from 'vitest'
import { mergeSources, sourcesByPage } from './answer/merge-sources.ts'
import { asMarkdown } from './panel/actions.tsx'
import { newTurn } from './panel/turn.ts'

const citation = (
  index: number,
  heading: string,
  url = `https://docs.example/keys#${heading}`,
) => ({
  index,
  title: 'Keys',
  url,
  document_id: 'd1',
  chunk_id: `c${index}`,
  heading_path: ['Guide', heading],
  excerpt: `Passage ${index}`,
})
const CITATIONS = [
  citation(1, 'rotate'),
  citation(2, 'revoke'),
  citation(3, 'rotate'),
  citation(4, 'rotate', 'https://docs.example/other#rotate'),
]

test('passages with the same title, section and link are one source with all their numbers', () => {
  expect(mergeSources(CITATIONS).map(({ indexes }) => indexes)).toEqual([[1, 3], [2], [4]])
})

test('sources of one page stand together', () => {
  const [rotate, revoke, , other] = CITATIONS
  if (!rotate || !revoke || !other) throw new Error('They are listed above')
  const listed = sourcesByPage([rotate, { ...other, index: 2 }, { ...revoke, index: 3 }])
  expect(listed.map(({ indexes, isOfPageAbove }) => [...indexes, isOfPageAbove])).toEqual([
    [1, false],
    [3, true],
    [2, false],
  ])
})

test('sections without an anchor of their own stay apart, since their names differ', () => {
  const page = 'https://docs.example/keys'
  const sections = [citation(1, 'rotate', page), citation(2, 'revoke', page)]
  expect(mergeSources(sections)).toHaveLength(2)
})

test('a copied answer names each source once, so that every marker finds its own', () => {
  const turn = { ...newTurn(1, 'How?'), text: 'So [1][3]. Then [2].', citations: CITATIONS }
  expect(asMarkdown(turn)).toBe(
    [
      'So [1][3]. Then [2].\n',
      '[1][3] Keys: https://docs.example/keys#rotate',
      '[2] Keys: https://docs.example/keys#revoke',
      '[4] Keys: https://docs.example/other#rotate',
    ].join('\n'),
  )
})
