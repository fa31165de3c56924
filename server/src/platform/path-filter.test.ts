import { expect, test } from 'vitest'
import { createPathFilter } from './path-filter.ts'

const fits = (pattern: string, path: string): boolean =>
  createPathFilter({ include: [pattern], exclude: [] })(path)

test.each([
  ['/docs/**', '/docs/a'],
  ['/docs/**', '/docs/a/b/c.html'],
  ['/docs/**', '/docs/'],
  ['/docs/**', '/docs'],
  ['docs/**', '/docs/a'],
  ['/docs/**', 'docs/a.md'],
  ['/docs/*', '/docs/a'],
  ['/docs/*/setup', '/docs/v2/setup'],
  ['**/*.md', 'a.md'],
  ['**/*.md', 'docs/guide/a.md'],
  ['/blog/20??/**', '/blog/2026/x'],
  ['**', '/'],
  ['/', '/'],
  ['**/drafts/**', '/a/b/drafts/c'],
  ['**/drafts/**', '/drafts/c'],
  ['/a.b', '/a.b'],
  ['/größe/*', '/größe/ä'],
  ['**/internal/**', '/a/internal/b'],
  ['**/*.pdf', '/files/x.pdf'],
])('%s fits %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(true)
})

test.each([
  ['/docs/**', '/docs-old/a'],
  ['/docs/**', '/en/docs/a'],
  ['/docs/*', '/docs/a/b'],
  ['/docs/*/setup', '/docs/a/b/setup'],
  ['**/*.md', 'a.mdx'],
  ['/blog/20??/**', '/blog/20/6/x'],
  ['/a.b', '/aXb'],
  ['**/drafts/**', '/a/olddrafts/c'],
  ['/docs', '/docs/'],
  ['/docs/**', '/docsend'],
  ['**/*.pdf', '/files/x.pdfx'],
  ['/a.c', '/abc'],
  ['', '/'],
  ['', 'a'],
])('%s does not fit %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(false)
})

test('what is excluded is not read, though it is included', () => {
  const filter = createPathFilter({ include: ['/docs/**'], exclude: ['**/old/**', '*.pdf'] })
  expect(filter('/docs/a')).toBe(true)
  expect(filter('/docs/old/a')).toBe(false)
  expect(filter('/other')).toBe(false)
})

test('everything is read where no pattern is set', () => {
  expect(createPathFilter({ include: [], exclude: [] })('/any/thing')).toBe(true)
})

test('a pattern made to be slow is not', () => {
  // With backtracking it would not end before the test does.
  expect(fits('**a'.repeat(160), 'a'.repeat(1_990) + 'b')).toBe(false)
})
