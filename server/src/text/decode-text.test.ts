import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const meta = '<html><head><meta charset="iso-8859-1"></head>größe'

test.each([
  ['UTF-8', Buffer.from('größe'), null],
  ['the header', latin('größe'), 'text/html; charset=ISO-8859-1'],
  ['a quoted header', latin('größe'), 'text/html; Charset="latin1"'],
  ['the head of the page', latin(meta), 'text/html'],
  [
    'the old way in the head',
    latin('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">größe'),
    'text/html',
  ],
  ['an XML declaration', latin('<?xml version="1.0" encoding="iso-8859-1"?>größe'), 'text/html'],
  [
    'an XML declaration after a blank line, with spaces',
    latin('\n<?xml version="1.0" encoding = "iso-8859-1"?>größe'),
    null,
  ],
  ['a mark, whatever the header says', Buffer.from('\uFEFFgröße'), 'text/html; charset=latin1'],
  ['a mark of UTF-16', Buffer.from('\uFEFFgröße', 'utf16le'), null],
  ['nothing, and not UTF-8', latin('größe'), null],
  ['a name that no one knows', Buffer.from('größe'), 'text/html; charset=nonsense'],
  ['a head that claims UTF-16', Buffer.from('<meta charset="utf-16">größe'), null],
])('text is decoded by %s', (_, bytes, contentType) => {
  const text = decodeText(bytes, contentType)
  expect(text).toMatch(/größe$/)
  expect(text).not.toContain('\uFEFF')
})

test('Japanese pages of old are decoded', () => {
  const bytes = Buffer.from('93fa967b8cea', 'hex')
  expect(decodeText(bytes, 'text/html; charset=Shift_JIS')).toBe('日本語')
})
