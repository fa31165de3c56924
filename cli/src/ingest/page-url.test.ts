import { expect, test } from 'vitest'
import { pageUrl } from './page-url.ts'

const BASE = 'https://docs.example.com/'

test.each([
  ['guide/setup.md', 'https://docs.example.com/guide/setup'],
  ['guide/index.md', 'https://docs.example.com/guide/'],
  ['guide/README.md', 'https://docs.example.com/guide/'],
  ['index.html', 'https://docs.example.com/'],
  ['readme.markdown', 'https://docs.example.com/'],
  ['reindex.md', 'https://docs.example.com/reindex'],
  ['index/start.md', 'https://docs.example.com/index/start'],
  ['v1.2/notes.md', 'https://docs.example.com/v1.2/notes'],
  ['release-1.2.md', 'https://docs.example.com/release-1.2'],
])('%s is published at %s', (path, url) => {
  expect(pageUrl(BASE, path)).toBe(url)
})

test('a base without a trailing slash keeps its last segment', () => {
  expect(pageUrl('https://example.com/docs', 'a.md')).toBe('https://example.com/docs/a')
})

test('characters with a meaning in URLs are escaped', () => {
  expect(pageUrl(BASE, 'what is this? #1 100%.md')).toBe(
    'https://docs.example.com/what%20is%20this%3F%20%231%20100%25',
  )
  expect(pageUrl(BASE, 'mailto:me.md')).toBe('https://docs.example.com/mailto:me')
  expect(pageUrl(BASE, '%2e%2e/secret.md')).toBe('https://docs.example.com/%252e%252e/secret')
})
