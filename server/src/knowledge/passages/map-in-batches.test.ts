import { expect, test } from 'vitest'
import { mapInBatches } from './map-in-batches.ts'

test('all are mapped in order, and others have their turn after every sixteen', async () => {
  const seen: (number | string)[] = []
  const passages = Array.from({ length: 40 }, (_, index) => index)
  setImmediate(() => seen.push('other'))
  const mapped = await mapInBatches(passages, (passage) => {
    seen.push(passage)
    return passage * 2
  })
  expect(mapped).toEqual(passages.map((passage) => passage * 2))
  expect(seen).toEqual([...passages.slice(0, 16), 'other', ...passages.slice(16)])
})
