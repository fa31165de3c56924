import { MAX_BODY_VALUES } from '@footnote/contract/limits'
import { expect, test } from 'vitest'
import { hasTooManyValues } from './has-too-many-values.ts'

const list = (entry: string, count: number): string =>
  `[${Array.from({ length: count }, () => entry).join(',')}]`

test.each([
  ['numbers', '0', MAX_BODY_VALUES],
  ['objects', '{}', MAX_BODY_VALUES / 2],
  ['lists', '[]', MAX_BODY_VALUES / 2],
  ['texts', '""', MAX_BODY_VALUES],
  ['texts that end in a backslash', String.raw`"\\\\"`, MAX_BODY_VALUES],
])('counts %s', (_, entry, most) => {
  expect(() => JSON.parse(list(entry, most))).not.toThrow()
  expect(hasTooManyValues(list(entry, most))).toBe(false)
  expect(hasTooManyValues(list(entry, most + 1))).toBe(true)
})

test('counts fields, and lists in lists', () => {
  const fields = Array.from({ length: MAX_BODY_VALUES + 1 }, (_, index) => `"${index}":0`).join()
  expect(hasTooManyValues(`{${fields}}`)).toBe(true)
  expect(hasTooManyValues('['.repeat(MAX_BODY_VALUES + 1))).toBe(true)
})

test.each([
  ['commas', ','.repeat(MAX_BODY_VALUES * 2)],
  ['escaped quotes', '",'.repeat(MAX_BODY_VALUES * 2)],
  ['backslashes', '\\,["'.repeat(MAX_BODY_VALUES * 2)],
])('a text may have any number of %s', (_, text) => {
  expect(hasTooManyValues(JSON.stringify({ text, more: [text] }))).toBe(false)
})

test('a text without an end is left to the parser', () => {
  expect(hasTooManyValues(`{"a":"${','.repeat(MAX_BODY_VALUES * 2)}`)).toBe(false)
  expect(hasTooManyValues('')).toBe(false)
})
