import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import { expect, test } from 'vitest'
import { findPins } from './pins.ts'

const pin = (url: string, ...words: string[]): SearchRule => ({ kind: 'pin', words, url })
const RULES = [
  pin('a', 'install windows', 'setup.exe'),
  pin('b', 'Windows'),
  pin('c', 'rotate key'),
]

const find = (text: string, languages = ['en']) => findPins({ rules: RULES, languages }, text)

test.each([
  ['How do I install this on Windows?', ['a', 'b']],
  ['Where is setup.exe?', ['a']],
  ['installing', []],
  ['How are keys rotated?', ['c']],
  ['the key', []],
])('%s', (text, urls) => {
  expect(find(text)).toEqual(urls)
})

test('one question shows three pages first at most, each once', () => {
  const rules = ['a', 'a', 'b', 'c', 'd'].map((url) => pin(url, 'key'))
  expect(findPins({ rules, languages: [] }, 'a key')).toEqual(['a', 'b', 'c'])
})

test('the words are compared in each language of the documents', () => {
  const rules = [pin('a', 'Einstellung')]
  expect(findPins({ rules, languages: ['en', 'de'] }, 'Wo sind die Einstellungen?')).toEqual(['a'])
})
