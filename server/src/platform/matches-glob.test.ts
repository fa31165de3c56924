import { expect, test } from 'vitest'
import { matchesGlob } from './matches-glob.ts'

test.each([
  ['/docs/**', '/docs/a/b', true],
  ['/docs/**', '/docs', true],
  ['/docs/**', '/docsend', false],
  ['/docs/*', '/docs/a', true],
  ['/docs/*', '/docs/a/b', false],
  ['**/internal/**', '/a/internal/b', true],
  ['**/*.pdf', '/files/x.pdf', true],
  ['**/*.pdf', '/files/x.pdfx', false],
  ['/a.c', '/abc', false],
  ['', '/', false],
])('%s against %s: %s', (glob, path, fits) => {
  expect(matchesGlob(glob, path)).toBe(fits)
})

test('a glob made to be slow is not', () => {
  const startedMs = performance.now()
  expect(matchesGlob('**a'.repeat(100), 'a'.repeat(2000) + 'b')).toBe(false)
  expect(performance.now() - startedMs).toBeLessThan(2000)
})
