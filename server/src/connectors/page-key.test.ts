import { expect, test } from 'vitest'
import { createScope, isSamePage, pageKey } from './page-key.ts'

test.each([
  ['https://a.example/x#top', 'https://a.example/x'],
  ['https://A.example:443/x', 'https://a.example/x'],
  ['http://a.example:80', 'http://a.example/'],
  ['https://a.example:8443/', 'https://a.example:8443/'],
  ['https://a.example/x?utm_source=n&id=3&UTM_medium=m', 'https://a.example/x?id=3'],
  ['https://a.example/x?gclid=1', 'https://a.example/x'],
  ['https://a.example/x?', 'https://a.example/x'],
  ['https://a.example/x?utmost=1', 'https://a.example/x?utmost=1'],
  ['https://a.example/%7Euser/%c3%a4/a%2fb', 'https://a.example/~user/%C3%A4/a%2Fb'],
  ['https://a.example/x/', 'https://a.example/x/'],
  ['https://a.example/a/../b/./c', 'https://a.example/b/c'],
])('%s is %s', (address, key) => {
  expect(pageKey(address)).toBe(key)
  expect(pageKey(key)).toBe(key)
})

test('a relative link is resolved against its page', () => {
  expect(pageKey('../b', 'https://a.example/docs/x/')).toBe('https://a.example/docs/b')
})

test.each([
  'mailto:a@b.example',
  'javascript:void(0)',
  'ftp://a.example/',
  'https://me:pw@a.example/',
  'http://',
  `https://a.example/${'x'.repeat(2000)}`,
])('%s is no page', (address) => {
  expect(pageKey(address)).toBeNull()
})

test.each([
  ['https://a.example/docs/', 'https://a.example/docs/x', true],
  ['https://a.example/docs/', 'https://a.example/docs', true],
  ['https://a.example/docs', 'https://a.example/docs/x', true],
  ['https://a.example/docs', 'https://a.example/docs-old/x', false],
  ['https://a.example/docs/intro.html', 'https://a.example/docs/other.html', true],
  ['https://a.example/docs/intro.html', 'https://a.example/blog/', false],
  ['https://a.example/', 'https://a.example/anything', true],
  ['https://a.example/', 'http://a.example/anything', false],
  ['https://a.example/', 'https://a.example:8443/anything', false],
  ['https://a.example/', 'https://b.a.example/', false],
])('of a source at %s, %s is part: %s', (start, key, expected) => {
  expect(createScope(start)(key)).toBe(expected)
})

test.each([
  ['https://a.example/x', 'https://a.example/x/', true],
  ['https://a.example/x/index.html', 'https://a.example/x/', true],
  ['https://a.example/x.html', 'https://a.example/x', true],
  ['http://a.example/x', 'https://a.example/x', true],
  ['https://a.example/', 'https://a.example/index.htm', true],
  ['https://a.example/x?a=1', 'https://a.example/x', false],
  ['https://a.example/x', 'https://a.example/y', false],
])('%s and %s are one page: %s', (one, other, same) => {
  expect(isSamePage(one, other)).toBe(same)
})
