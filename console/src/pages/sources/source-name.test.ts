import { expect, test } from 'vitest'
import { sourceName } from './source-name.ts'

test.each([
  ['https://docs.example.com/', 'docs.example.com'],
  ['https://github.com/acme/docs', 'github.com/acme/docs'],
  ['https://github.com/acme/api.git', 'github.com/acme/api.git'],
  [' https://docs.example.com/v2/?lang=en#top', 'docs.example.com/v2'],
])('%s is called %s', (address, name) => {
  expect(sourceName(address, [])).toBe(name)
})

test('a name that is taken gets a number', () => {
  expect(sourceName('https://a.example/', ['a.example'])).toBe('a.example (2)')
  expect(sourceName('https://a.example/', ['a.example', 'a.example (2)'])).toBe('a.example (3)')
})

test('a long address still fits', () => {
  const long = `https://a.example/${'x'.repeat(500)}`
  const first = sourceName(long, [])
  expect(sourceName(long, [first]).length).toBeLessThanOrEqual(200)
  expect(sourceName(long, [first])).not.toBe(first)
})
