import { expect, test } from 'vitest'
import { createGlob } from './path-filter.ts'
import { createTemplate } from './path-template.ts'

test.for([
  ['/docs/{version}/**', '/docs/1.28/setup/kind', { version: '1.28' }],
  ['docs/{version}/**', '/docs/1.28', { version: '1.28' }],
  ['/docs/{version}/**', '/docs/', null],
  ['/a*/**', '/ab', {}],
  ['/?**/b', '/xb', {}],
  ['/***/b', '/x/y/b', {}],
  ['/a{b/c}d', '/a{b/c}d', {}],
  ['/**/part{n}/**', '/part1', { n: '1' }],
  ['/{version}x/**', '/1x', { version: '1' }],
  ['/docs/{version}/**', '/blog/1.28/a', null],
  ['/docs/v{version}/**', '/docs/v2/a', { version: '2' }],
  ['/docs/v{version}/**', '/docs/2/a', null],
  ['/{language}/{product}/**', '/de/cli/start', { language: 'de', product: 'cli' }],
  ['/**/v{version}/*.md', '/a/b/v3/page.md', { version: '3' }],
  ['/**/v{version}/*.md', '/v3/page.md', { version: '3' }],
  ['/{version}', '/a/b', null],
  ['/{major}.{minor}/**', '/1.28.3/a', { major: '1', minor: '28.3' }],
  ['/{version}/{version}', '/1/2', { version: '1' }],
  ['/**', '/any/page', {}],
  ['/a?c/*', '/abc/d', {}],
  ['/{name}-*/😀{rest}', '/x-y/😀z', { name: 'x', rest: 'z' }],
] as const)('%s on %s', ([template, path, values]) => {
  expect(createTemplate(template)(path)).toEqual(values)
})

test('without names it fits what the glob fits', () => {
  const globs = ['/docs/**', '/**/a', '*', 'a*b?', '/a/**/b/**', '', '**']
  const paths = ['/docs', '/docs/a', '/a', '/a/b', '/axxbc', '/a/x/y/b/z', '/', '']
  for (const glob of globs.filter((one) => one !== '')) {
    for (const path of paths) {
      expect(createTemplate(glob)(path) !== null, `${glob} on ${path}`).toBe(createGlob(glob)(path))
    }
  }
})

test('a hostile path takes no longer than others', () => {
  const start = performance.now()
  expect(createTemplate('{a}*'.repeat(20) + 'x')(`/${'a'.repeat(1_900)}`)).toBeNull()
  expect(performance.now() - start).toBeLessThan(5_000)
})
