import { describe, expect, test } from 'vitest'
import { isMcpHost, requireMcpHost } from './allowed-host.ts'

const PUBLIC = 'https://ask.example.com'

describe('without a public address the machine is known by its own names alone', () => {
  test.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('%s', (host) => {
    expect(isMcpHost(null, host)).toBe(true)
  })
  test.each(['ask.example.com', '10.0.0.1', '', 'localhost.evil.test', 'evil.test#localhost'])(
    'not %s',
    (host) => {
      expect(isMcpHost(null, host)).toBe(false)
    },
  )
})

test('with one, by that name too, and by nothing like it', () => {
  expect(isMcpHost(PUBLIC, 'ask.example.com')).toBe(true)
  expect(isMcpHost(PUBLIC, 'ASK.example.com:443')).toBe(true)
  for (const host of ['example.com', 'xask.example.com', 'ask.example.com.evil.test']) {
    expect(isMcpHost(PUBLIC, host), host).toBe(false)
  }
})

test('programs send no origin; a page must be of the service or of this machine', () => {
  const check = (origin?: string) => () => requireMcpHost(PUBLIC, 'ask.example.com', origin)
  expect(check()).not.toThrow()
  expect(check(PUBLIC)).not.toThrow()
  expect(check('http://localhost:6274')).not.toThrow()
  for (const origin of ['https://evil.test', 'null', 'https://ask.example.com.evil.test']) {
    expect(check(origin), origin).toThrow('may not be used on this page')
  }
  expect(() => requireMcpHost(PUBLIC, 'evil.test', undefined)).toThrow('may not do that')
})
