import { expect, test } from 'vitest'
import { hasDuplicateNames } from './has-duplicate-names.ts'

test.each([
  ['{"a":1,"b":2}', false],
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"a":"a","b":["a","a"]}', false],
  ['{"a":{"a":1},"b":{"a":2}}', false],
  ['{"a":{"b":1,"b":2}}', true],
  ['{"a":[{"b":1},{"b":2}]}', false],
  ['{"a":[{"b":1,"c":2,"b":3}]}', true],
  ['{"a":"\\",\\"a\\":1"}', false],
  ['{"a":"x\\\\","a":1}', true],
  ['{"":1,"":2}', true],
  ['{ "a" : [ 1 , 2 ] , "b" : { } , "a" : 1 }', true],
  ['["a","a"]', false],
])('%s: %s', (json, isRepeated) => {
  expect(() => void JSON.parse(json)).not.toThrow()
  expect(hasDuplicateNames(json)).toBe(isRepeated)
})
