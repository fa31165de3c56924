import { expect, test } from 'vitest'
import { contentTypeOfPath, readableType } from './content-types.ts'

test.each([
  ['text/html; charset=utf-8', '/x', 'text/html'],
  ['application/xhtml+xml', '/x', 'text/html'],
  ['TEXT/HTML', '/x', 'text/html'],
  ['text/plain', '/x.md', 'text/markdown'],
  ['text/plain', '/x', 'text/plain'],
  ['application/octet-stream', '/x.pdf', 'application/pdf'],
  ['application/octet-stream', '/x', null],
  [null, '/x.mdx', 'text/mdx'],
  [null, '/x', null],
  ['image/png', '/x.html', null],
  ['application/json', '/x', null],
  ['application/octet-stream', '/x.adoc', 'text/asciidoc'],
  [null, '/x.ipynb', 'application/x-ipynb+json'],
  ['application/epub+zip', '/x', 'application/epub+zip'],
])('%s at %s is read as %s', (header, path, type) => {
  expect(readableType(header, path)).toBe(type)
})

test('a name that every object has is no extension', () => {
  expect(contentTypeOfPath('x.constructor')).toBeNull()
  expect(contentTypeOfPath('x.DOCX')).toContain('wordprocessingml')
})
