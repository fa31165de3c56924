import { describe, expect, test } from 'vitest'
import { MAX_QUERY_CHARACTERS } from './limits.ts'
import { countCodePoints, HttpUrl, limitedText, Query } from './text.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('lengths count code points', () => {
  test('an emoji outside the basic plane is one character', () => {
    expect('😀'.length).toBe(2)
    expect(countCodePoints('😀')).toBe(1)
  })

  test('a query of 4,000 emoji passes and one more is refused', () => {
    expect(accepts(Query, '😀'.repeat(MAX_QUERY_CHARACTERS))).toBe(true)
    expect(accepts(Query, '😀'.repeat(MAX_QUERY_CHARACTERS + 1))).toBe(false)
  })

  test('a query of 4,000 letters passes and one more is refused', () => {
    expect(accepts(Query, 'a'.repeat(MAX_QUERY_CHARACTERS))).toBe(true)
    expect(accepts(Query, 'a'.repeat(MAX_QUERY_CHARACTERS + 1))).toBe(false)
  })

  test('mixed texts are counted, not guessed, between one and two units a character', () => {
    expect(accepts(limitedText(3), 'a😀😀')).toBe(true)
    expect(accepts(limitedText(3), 'ab😀😀')).toBe(false)
  })

  test('half a surrogate pair counts as one', () => {
    expect(countCodePoints('\ud83d')).toBe(1)
  })
})

test('a query is kept as it was sent', () => {
  expect(Query.parse('  How? ')).toBe('  How? ')
})

test.each([
  ['empty', ''],
  ['spaces', '   '],
  ['line breaks and tabs', '\n\t\r'],
  ['a no-break space', '\u00a0'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
])('a blank query is refused: %s', (_, query) => {
  expect(accepts(Query, query)).toBe(false)
})

test('a text with the NUL character is refused, as the store cannot hold it', () => {
  expect(accepts(limitedText(10), 'a\0b')).toBe(false)
})

test.each(['https://docs.example.com/a?b=c#d', 'http://localhost:8080/', 'HTTPS://EXAMPLE.COM/'])(
  'an address of a page is taken: %s',
  (url) => {
    expect(accepts(HttpUrl, url)).toBe(true)
  },
)

test.each([
  'javascript:alert(1)',
  'ftp://example.com/',
  'file:///etc/passwd',
  '//example.com/',
  '/page',
  'https:example.com',
  'https://',
  ' https://example.com/',
  'https://example.com/a b',
  'https://user:password@example.com/',
  'https://user@example.com/',
  `https://example.com/${'a'.repeat(2000)}`,
])('no other address is taken: %s', (url) => {
  expect(accepts(HttpUrl, url)).toBe(false)
})
