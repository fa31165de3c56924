import type { Sync } from '@footnote/client/admin'
import { expect, test } from 'vitest'
import { renderSyncProgress } from './sync-progress.ts'
import { renderSyncReport } from './sync-report.ts'

const sync: Sync = {
  id: 'sync',
  source_id: 'source',
  trigger: 'manual',
  state: 'running',
  phase: 'fetching',
  reason: null,
  counts: {
    found: 1200,
    fetched: 600,
    added: 500,
    changed: 10,
    moved: 2,
    unchanged: 80,
    gone: 3,
    dead_links: 5,
    skipped: 4,
    failed: 1,
    to_index: 512,
    indexed: 256,
  },
  remaining_seconds: 95,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:01.000Z',
  ended_at: null,
}

test('the line shows the time left and the counts', () => {
  expect(renderSyncProgress(sync)).toBe(
    '[##########..........]  fetching, 1 min 35 s left  failed 1  indexed 256 of 512  fetched 600 of 1,200  new or changed 512',
  )
})

test('a sync that waits for a worker has an empty bar and no time left', () => {
  const counts = { ...sync.counts, found: 0, fetched: 0, failed: 0, to_index: 0, indexed: 0 }
  const waiting = { ...sync, state: 'queued', remaining_seconds: null, counts } as const
  expect(renderSyncProgress(waiting)).toMatch(/^\[\.{20}\]  waiting  indexed 0 of 0/)
  expect(renderSyncProgress(waiting)).not.toContain('left')
})

test('the summary has all counts, and what failed and why', () => {
  const ended = { ...sync, state: 'completed', ended_at: '2026-01-01T00:01:35.000Z' } as const
  const page = { title: null, document_id: null, linked_from: null, tries: 3 }
  const report = renderSyncReport({
    sync: ended,
    failed: [{ ...page, key: '/a', state: 'failed', reason: 'It took\u001b[2J too long.' }],
    skipped: [{ ...page, key: '/b', state: 'skipped', reason: 'It says noindex.' }],
    gone: [{ ...page, key: '/c', state: 'gone', reason: 'It answered 404.' }],
    deadLinks: [
      { ...page, key: '/d', state: 'dead_link', linked_from: '/e', reason: 'It answered 410.' },
    ],
  })
  expect(report).toMatch(/^moved +2$/m)
  expect(report).toMatch(/^time +1 min 35 s$/m)
  expect(report).toMatch(/^duplicates +595$/m)
  expect(report).toMatch(/^dead links +5$/m)
  expect(report).toContain('Dead links:\n  /d: Linked from /e. It answered 410.\n  … and 4 more')
  expect(report).toContain('Failed:\n  /a: It took [2J too long.')
  expect(report).toContain('Gone:\n  /c: It answered 404.\n  … and 2 more')
  expect(report).toContain('Skipped:\n  /b: It says noindex.\n  … and 3 more')
})

test('a sync awaiting confirmation says what to do', () => {
  const held = { ...sync, state: 'held', reason: '3 of 6 pages would be deleted.' } as const
  const report = renderSyncReport({ sync: held, failed: [], skipped: [], gone: [], deadLinks: [] })
  expect(report).toContain('held: 3 of 6 pages would be deleted.')
  expect(report).toContain('footnote sources confirm')
})

test('a sync that ended before it found a page says why, without zeros', () => {
  const counts = Object.fromEntries(Object.keys(sync.counts).map((name) => [name, 0]))
  const failed = {
    ...sync,
    state: 'failed',
    reason: 'The site does not answer.',
    counts: counts as Sync['counts'],
  } as const
  const report = renderSyncReport({
    sync: failed,
    failed: [],
    skipped: [],
    gone: [],
    deadLinks: [],
  })
  const [first, second, third, ...rest] = report.split('\n')
  expect(first).toBe('sync   failed: The site does not answer.')
  expect(second).toBe('pages  0 found')
  expect(third).toMatch(/^time /)
  expect(rest).toEqual([])
})
