import type { SyncCounts } from '@footnote/contract/admin/syncs'
import { expect, test } from 'vitest'
import { estimateRemaining, NO_PAGES } from './sync-counts.ts'

const after10s = (counts: Partial<SyncCounts>) => estimateRemaining({ ...NO_PAGES, ...counts }, 10)

test.each([
  ['nothing is fetched', { found: 100 }, null],
  ['nothing is indexed yet', { found: 100, fetched: 50, to_index: 50 }, null],
  ['nothing has changed', { found: 100, fetched: 50 }, 10],
  ['indexing keeps up', { found: 100, fetched: 50, to_index: 50, indexed: 50 }, 10],
  ['indexing is slower', { found: 100, fetched: 50, to_index: 50, indexed: 10 }, 90],
  ['only indexing is left', { found: 100, fetched: 100, to_index: 100, indexed: 25 }, 30],
  ['all is done', { found: 100, fetched: 100, to_index: 20, indexed: 20 }, 0],
])('the time left when %s', (_, counts, seconds) => {
  expect(after10s(counts)).toBe(seconds)
})
