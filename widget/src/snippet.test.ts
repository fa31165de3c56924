import { expect, test } from 'vitest'
import { searchedWords, getSnippet } from './panel/snippet.ts'

test('words that say nothing about the subject are not searched for', () => {
  expect([...searchedWords('How do I change the colour of the widget?')]).toEqual([
    'change',
    'colour',
    'widget',
  ])
})

test('a query of nothing else is searched for as it is', () => {
  expect([...searchedWords('What is this?')]).toEqual(['what', 'this'])
})

const FILLER = 'Some other text that goes on for a while. '

test('a short passage is its own snippet', () => {
  expect(getSnippet('Colours are set **here**.', new Set(['colours']))).toBe(
    'Colours are set here.',
  )
})

test('the snippet is where most of the words are, and ends between words', () => {
  const content = `The widget. ${FILLER.repeat(8)}Change the colour of the widget here. ${FILLER.repeat(8)}`
  const snippet = getSnippet(content, searchedWords('change colour widget'))
  expect(snippet).toContain('Change the colour of the widget here.')
  expect(snippet).toMatch(/^….* \S+…$/)
  expect(` ${FILLER}`.includes(` ${snippet.slice(0, -1).split(' ').at(-1)} `)).toBe(true)
})

test('without any of the words it is the beginning', () => {
  expect(getSnippet(FILLER.repeat(9), new Set(['widget'])).startsWith('Some other')).toBe(true)
})

test('a language without spaces is cut between characters', () => {
  const snippet = getSnippet('設定画面で色を変更できます。'.repeat(40), new Set(['色']))
  expect(snippet.length).toBeGreaterThan(100)
  expect(snippet.startsWith('設定画面')).toBe(true)
})
