import { expect, test } from 'vitest'
import { widensAccess } from './access-widening.ts'

const hide = (match: string) => ({ match, visibility: 'restricted' as const, labels: {} })
const show = (match: string) => ({ match, visibility: 'public' as const, labels: {} })
const move = (match: string) => ({ match, group_id: 'staff', labels: {} })
const label = (match: string) => ({ match, labels: { version: ['2'] } })

test.each([
  [[], []],
  [[], [hide('/a')]],
  [[show('/a')], [hide('/b'), show('/a'), hide('/c')]],
  [
    [show('/a'), label('/b')],
    [label('/c'), { ...show('/a'), labels: { product: ['cli'] } }],
  ],
  [[move('/a')], [hide('/b'), move('/a')]],
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
  [[], [move('/a')]],
  [[], [{ ...hide('/a'), group_id: null }]],
  [[move('/a')], []],
])('%j to %j may show more', (before, after) => {
  expect(widensAccess(before, after)).toBe(true)
})
