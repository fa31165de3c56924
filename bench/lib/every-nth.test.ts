import { expect, test } from 'vitest'
import { everyNth } from './every-nth.ts'

test('as many as asked for, from the first on, evenly spread', () => {
  const items = Array.from({ length: 10 }, (_, index) => index)
  expect(everyNth(items, 5)).toEqual([0, 2, 4, 6, 8])
  expect(everyNth(items, 3)).toHaveLength(3)
  expect(everyNth(items, 99)).toEqual(items)
})
