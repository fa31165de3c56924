import { describe, expect, test } from 'vitest'
import { isAllowedOrigin } from './origins.ts'

const ALLOWED = ['https://docs.example.com', 'https://*.example.org', 'http://localhost:3000']

test.each(['https://docs.example.com', 'https://a.example.org', 'http://localhost:3000'])(
  '%s is allowed',
  (origin) => {
    expect(isAllowedOrigin(origin, ALLOWED)).toBe(true)
  },
)

describe('refused', () => {
  test.each([
    ['no origin', undefined],
    ['an opaque origin', 'null'],
    ['another scheme', 'http://docs.example.com'],
    ['another port', 'https://docs.example.com:8443'],
    ['the default port written out', 'https://docs.example.com:443'],
    ['a longer host', 'https://docs.example.com.evil.test'],
    ['a host that ends alike', 'https://evildocs.example.com'],
    ['a suffix without a label', 'https://evilexample.org'],
    ['the bare wildcard host', 'https://example.org'],
    ['an empty label', 'https://.example.org'],
    ['two labels for the wildcard', 'https://a.b.example.org'],
    ['user information', 'https://docs.example.com@evil.test'],
    ['a path', 'https://docs.example.com/'],
    ['upper case, which no browser sends', 'https://DOCS.example.com'],
    ['a wildcard sent as an origin', 'https://*.example.org'],
    ['a slash inside the wildcard', 'https://evil.test/.example.org'],
    ['an unlike alphabet', 'https://dосs.example.com'],
  ])('%s', (_name, origin) => {
    expect(isAllowedOrigin(origin, ALLOWED)).toBe(false)
  })
})

test('an empty list refuses every origin', () => {
  expect(isAllowedOrigin('https://docs.example.com', [])).toBe(false)
})
