import { expect, test } from 'vitest'
import { requireOwnOrigin } from './own-origin.ts'

const PUBLIC_URL = 'https://ask.example.com'

const isRefused = (
  method: string,
  headers: Record<string, string>,
  publicUrl: string | null = PUBLIC_URL,
): boolean => {
  try {
    requireOwnOrigin({ method, headers, host: 'ask.example.com:8443' }, publicUrl)
    return false
  } catch {
    return true
  }
}

test.each([
  ['GET', {}],
  ['GET', { origin: PUBLIC_URL }],
  ['GET', { 'sec-fetch-site': 'same-origin' }],
  ['GET', { 'sec-fetch-site': 'none' }],
  ['POST', { origin: PUBLIC_URL }],
  ['POST', { 'sec-fetch-site': 'same-origin' }],
])('%s with %j comes from a page of our own', (method, headers) => {
  expect(isRefused(method, headers)).toBe(false)
})

test.each([
  ['GET', { origin: 'https://evil.example' }],
  ['GET', { 'sec-fetch-site': 'cross-site' }],
  ['GET', { 'sec-fetch-site': 'same-site' }],
  ['POST', {}],
  ['POST', { 'sec-fetch-site': 'none' }],
  ['POST', { origin: 'null' }],
  ['POST', { origin: 'http://ask.example.com' }],
  ['POST', { origin: 'https://ask.example.com.evil.example' }],
  ['DELETE', { origin: 'https://docs.example.com' }],
])('%s with %j is refused', (method, headers) => {
  expect(isRefused(method, headers)).toBe(true)
})

test('without PUBLIC_URL the page must be of the host that was asked', () => {
  expect(isRefused('POST', { origin: 'https://ask.example.com:8443' }, null)).toBe(false)
  expect(isRefused('POST', { origin: 'https://ask.example.com' }, null)).toBe(true)
  expect(isRefused('POST', { origin: 'null' }, null)).toBe(true)
})
