import { expect, test } from 'vitest'
import { isSafeRedirect } from './redirect-uri.ts'

test.for([
  'https://tool.example.com/callback?from=footnote',
  'http://127.0.0.1:33418/',
  'http://[::1]:8080/callback',
  'http://localhost/callback',
  'com.example.app:/oauth',
  'cursor://anysphere.cursor-mcp/oauth/callback',
])('%s may get a code', (uri) => {
  expect(isSafeRedirect(uri)).toBe(true)
})

test.for([
  'http://tool.example.com/callback',
  'http://127.0.0.1.evil.example/',
  'http://localhost.evil.example/',
  'http://192.168.0.1/',
  'http://0.0.0.0/',
  'https://user@tool.example.com/',
  'https://:secret@tool.example.com/',
  'https://tool.example.com/#fragment',
  'https://tool.example.com/#',
  'javascript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'ftp://tool.example.com/',
  'ws://127.0.0.1/',
  'myapp://callback',
  '/callback',
  '',
  1,
])('%s may not', (uri) => {
  expect(isSafeRedirect(uri)).toBe(false)
})
