import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

export const exampleSync = {
  id: EXAMPLE_IDS.sync,
  source_id: EXAMPLE_IDS.source,
  trigger: 'schedule',
  state: 'completed',
  phase: 'indexing',
  reason: null,
  counts: {
    found: 130,
    fetched: 130,
    added: 2,
    changed: 5,
    moved: 1,
    unchanged: 120,
    gone: 1,
    dead_links: 0,
    skipped: 1,
    failed: 0,
    to_index: 7,
    indexed: 7,
  },
  remaining_seconds: null,
  created_at: '2026-03-14T03:00:00.000Z',
  started_at: '2026-03-14T03:00:01.000Z',
  ended_at: '2026-03-14T03:04:12.000Z',
}

const running = {
  ...exampleSync,
  trigger: 'manual',
  state: 'running',
  phase: 'fetching',
  counts: { ...exampleSync.counts, fetched: 48, unchanged: 44, changed: 4, added: 0, moved: 0 },
  remaining_seconds: 90,
  ended_at: null,
}

const syncEvent = {
  state: running.state,
  phase: running.phase,
  reason: null,
  counts: running.counts,
  remaining_seconds: running.remaining_seconds,
  page: 'https://docs.example.com/guides/api-keys',
  done: false,
}

export const syncOperations: OperationTexts = {
  startSync: {
    description:
      'Queues a sync and returns 201, or returns 200 with the sync that is already running: a source has one at a time. Poll the sync to follow it.',
    response: running,
  },
  listSyncs: {
    description: 'Returns the syncs of a source, newest first. Page back with `before`.',
    response: { syncs: [exampleSync] },
  },
  getSync: {
    description:
      'Returns the state, the phase and the counts of a sync. Poll it every few seconds until the state is `completed`, `failed`, `cancelled` or `held`.',
    response: running,
  },
  followSync: {
    description:
      'Sends how far the sync is as server-sent events: one at once, one each time something changed, at most one a second, and the last when it has ended or is held. While nothing changes a comment line keeps the connection open. A process serves 200 such streams at a time and refuses more with 429.',
    response: [
      syncEvent,
      {
        ...syncEvent,
        state: 'completed',
        phase: 'indexing',
        counts: exampleSync.counts,
        remaining_seconds: null,
        page: null,
        done: true,
      },
    ],
  },
  listSyncPages: {
    description:
      'Returns the pages of one sync, with the outcome of each and the reason. Filter by `state` to see what failed or was skipped.',
    query: { state: 'skipped' },
    response: {
      pages: [
        {
          key: 'https://docs.example.com/changelog.zip',
          title: null,
          state: 'skipped',
          reason: 'No parser supports its type, application/zip.',
          linked_from: 'https://docs.example.com/changelog',
          document_id: null,
          tries: 0,
        },
      ],
      next_cursor: null,
    },
  },
  cancelSync: {
    description:
      'Stops a sync within two seconds. Pages that it has stored stay, and missing pages are not deleted.',
    response: { ...exampleSync, state: 'cancelled', reason: 'The sync was cancelled.' },
  },
  confirmSync: {
    description:
      'Confirms a sync that awaits confirmation (state `held`): it deletes the pages that are gone. A sync awaits confirmation if it would delete unusually many pages, for example because a site is partly down.',
    response: { ...exampleSync, state: 'running', phase: 'deleting', ended_at: null },
  },
  discardSync: {
    description:
      'Ends a sync that awaits confirmation (state `held`) without deleting anything. What it added and changed stays, and the next sync checks again.',
    response: { ...exampleSync, reason: 'The deletions were discarded.' },
  },
}
