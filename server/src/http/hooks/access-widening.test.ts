import { expect, test } from 'vitest'
import { widensAccess } from './access-widening.ts'

const hide = (path: string) => ({ path, visibility: 'restricted' as const })
const show = (path: string) => ({ path, visibility: 'public' as const })

test.each([
  [[], []],
  [[], [hide('/a')]],
  [[show('/a')], [hide('/b'), show('/a'), hide('/c')]],
])('%j to %j shows nothing more', (before, after) => {
  expect(widensAccess(before, after)).toBe(false)
})

test.each([
  [[hide('/a')], []],
  [[], [show('/a')]],
  [
    [hide('/a'), show('/b')],
    [show('/b'), hide('/a')],
  ],
  [[hide('/a')], [hide('/a/b')]],
])('%j to %j may show more', (before, after) => {
  expect(widensAccess(before, after)).toBe(true)
})
