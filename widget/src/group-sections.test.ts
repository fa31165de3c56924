import { expect, test } from 'vitest'
import { findCitation, groupSections } from './answer/group-sections.ts'
import { parseMarkdown } from './answer/parse.ts'

const grouped = (text: string) =>
  groupSections(parseMarkdown(text)).map(({ heading, blocks }) => [
    heading,
    blocks.map(({ raw }) => raw.trim()),
  ])

test('each heading of the third level begins a section', () => {
  const text =
    '### Keys › `rotate`\n\nDo *this*: [1]\n\n```md\n### no heading\n```\n\n### Other\n\n**Part**\n\n- a [2]'
  expect(grouped(text)).toEqual([
    ['Keys › rotate', ['Do *this*: [1]', '```md\n### no heading\n```']],
    ['Other', ['**Part**', '- a [2]']],
  ])
})

test('what stands before the first heading is a section without one', () => {
  expect(grouped('A page. [1]\n\n### Other\n\nText. [2]')).toEqual([
    ['', ['A page. [1]']],
    ['Other', ['Text. [2]']],
  ])
})

test('a section cites what its marker points at', () => {
  const citation = (index: number) => ({
    index,
    title: '',
    url: `https://docs.acme.example/${index}`,
    document_id: '',
    chunk_id: '',
    heading_path: [],
    excerpt: '',
  })
  const [first] = groupSections(parseMarkdown('### Keys\n\nText. [2]'))
  expect(findCitation(first?.blocks ?? [], [citation(1), citation(2)])?.index).toBe(2)
  expect(findCitation([], [citation(1)])).toBeUndefined()
})
