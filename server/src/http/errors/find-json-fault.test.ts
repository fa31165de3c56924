import { expect, test } from 'vitest'
import { findJsonFault } from './find-json-fault.ts'

const GOOD = [
  '{}',
  '[]',
  ' {"a" : [1, -2.5e+3, true, false, null, "x\\u00e9\\n", {}] } ',
  '"text"',
  '0',
  '\uFEFF{"a":1}',
  '['.repeat(50_000) + ']'.repeat(50_000),
  `{"a":"${'x'.repeat(3_000_000)}"}`,
]

test.each(GOOD.map((text) => [text.slice(0, 40), text]))('%s is JSON', (_, text) => {
  expect(() => JSON.parse(text.replace(/^\uFEFF/, ''))).not.toThrow()
  expect(findJsonFault(text)).toBeNull()
})

test.each([
  ['', 1, 1],
  ['quay', 1, 1],
  ['{"query":', 1, 10],
  ['{"query":"a"', 1, 13],
  ['{"query":"a",}', 1, 14],
  ['{"query":"a"}}', 1, 14],
  ["{'query':1}", 1, 2],
  ['{query:1}', 1, 2],
  ['{"a" 1}', 1, 6],
  ['[1,]', 1, 4],
  ['[1 2]', 1, 4],
  ['{\n  "query": "a"\n  "limit": 3\n}', 3, 3],
  ['{"a":"line\nbreak"}', 1, 11],
  ['{"a":"\\x"}', 1, 7],
  ['{"a":01}', 1, 7],
  ['{"a":NaN}', 1, 6],
  ['{"a":undefined}', 1, 6],
  ['[1]]', 1, 4],
  ['{"a":[}', 1, 7],
  ['[{]', 1, 3],
])('%j fails at line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(findJsonFault(text)).toEqual({ line, column })
})
