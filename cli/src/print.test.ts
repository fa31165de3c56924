import { expect, test } from 'vitest'
import { renderTable } from './print.ts'

const ROWS = [
  ['ID', 'TITLE'],
  ['0199c1f2', 'How do I rotate a key?'],
]

test('a table is aligned, and cut to the width of the terminal', () => {
  expect(renderTable(ROWS)).toBe('ID        TITLE\n0199c1f2  How do I rotate a key?')
  expect(renderTable(ROWS, 20)).toBe('ID        TITLE\n0199c1f2  How do I …')
})
