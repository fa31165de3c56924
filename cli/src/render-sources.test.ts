import { expect, test } from 'vitest'
import { renderSources } from './render-sources.ts'

const citation = (index: number, name: string) => ({
  index,
  title: name,
  url: `https://docs.example.com/${name}`,
  document_id: name,
  chunk_id: name,
  heading_path: ['Part'],
  excerpt: '',
})

test('a source has its number, title, headings and URL', () => {
  expect(renderSources({ citations: [citation(1, 'keys')] }, [])).toBe(
    '[1] keys › Part\n    https://docs.example.com/keys',
  )
})

test('renumbered sources keep the numbers that were printed', () => {
  const found = [citation(1, 'keys'), citation(2, 'limits'), citation(3, 'groups')]
  const last = { citations: [citation(1, 'groups'), citation(2, 'limits')], answer: 'x [1][2]' }
  expect(renderSources(last, found).match(/^\[\d\] \w+/gm)).toEqual(['[2] limits', '[3] groups'])
})

test('a title cannot control the terminal', () => {
  const hostile = { ...citation(1, 'keys'), title: '\x1b]0;owned\x07Keys' }
  expect(renderSources({ citations: [hostile] }, [])).not.toContain('\x1b')
})
