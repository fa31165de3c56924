import { expect, test } from 'vitest'
import { sectionPrefixes } from './reader-page.ts'

test.each([
  ['https://a.test/docs/keys', ['https://a.test/docs/keys/', 'https://a.test/docs/']],
  ['https://a.test/docs/keys/', ['https://a.test/docs/keys/', 'https://a.test/docs/']],
  ['https://a.test/docs/keys.html', ['https://a.test/docs/keys/', 'https://a.test/docs/']],
  ['https://a.test/docs/index.html', ['https://a.test/docs/']],
  ['https://a.test/docs/api#list', ['https://a.test/docs/api/', 'https://a.test/docs/']],
])('the section of %s', (url, prefixes) => {
  expect(sectionPrefixes(url)).toEqual(prefixes)
})

test('a whole site is no section', () => {
  expect(sectionPrefixes('https://a.test/')).toEqual(['https://a.test/'])
  expect(sectionPrefixes('https://a.test/docs/')).toEqual(['https://a.test/docs/'])
})
