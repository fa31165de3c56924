import { expect, test } from 'vitest'
import { sharePassage } from './share-passage.ts'
import { passageOf } from './testing/model-output.ts'

test('answers that rest on the same passage hold it once', () => {
  const first = sharePassage(passageOf('Tides turn at noon.', 1))
  expect(sharePassage(passageOf('Tides turn at noon.', 1))).toBe(first)
})

test('a passage that has changed since is never taken for the older one', () => {
  const first = sharePassage(passageOf('Tides turn at noon.', 2))
  const changed = passageOf('Tides turn at night.', 2)
  const { citation } = first
  const renamed = { ...first, citation: { ...citation, title: 'Tides' } }
  const moved = { ...first, citation: { ...citation, heading_path: ['Coast'] } }
  for (const other of [changed, renamed, moved]) expect(sharePassage(other)).toBe(other)
})
