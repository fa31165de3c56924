import type { SyncCounts } from '@footnote/contract/admin/syncs'
import { expect, test } from 'vitest'
import { estimateRemaining } from './sync-counts.ts'

const none: SyncCounts = {
  found: 0,
  fetched: 0,
  added: 0,
  changed: 0,
  moved: 0,
  unchanged: 0,
  gone: 0,
  dead_links: 0,
  skipped: 0,
  failed: 0,
  to_index: 0,
  indexed: 0,
}
const after10s = (counts: Partial<SyncCounts>) => estimateRemaining({ ...none, ...counts }, 10)

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
