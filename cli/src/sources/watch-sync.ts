import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminClient, Sync } from '@footnote/client/admin'
import { retryWithBackoff } from '../ingest/retry-with-backoff.ts'
import type { Screen } from '../ingest/progress-bar.ts'
import { openProgressBar } from '../ingest/progress-bar.ts'
import { renderSyncProgress } from './sync-progress.ts'

const POLL_MS = 500
const STALLED_AFTER_MS = 30_000

const STALLED =
  'Nothing has happened for 30 s. Is a worker running (`footnote worker` or `footnote all`)? ' +
  'Still waiting. You can press Ctrl-C: the sync continues without this command.'

export type WatchedSync = { knowledgeBaseId: string; sourceId: string; syncId: string }

/** Follows a sync to its end, with a progress bar. */
export async function watchSync(
  admin: AdminClient,
  { knowledgeBaseId, sourceId, syncId }: WatchedSync,
  screen: Screen,
): Promise<Sync> {
  const bar = openProgressBar(screen, renderSyncProgress)
  let last = { seen: '', at: performance.now(), told: false }
  try {
    for (;;) {
      const sync = await retryWithBackoff(
        () => admin.syncs.get(knowledgeBaseId, sourceId, syncId),
        (error, seconds) => bar.note(`${error.message} Trying again in ${seconds} s.`),
      )
      if (sync.state !== 'queued' && sync.state !== 'running') return sync
      bar.draw(sync)
      const seen = JSON.stringify([sync.phase, sync.counts])
      if (seen !== last.seen) last = { seen, at: performance.now(), told: false }
      else if (!last.told && performance.now() - last.at > STALLED_AFTER_MS) {
        last.told = true
        bar.note(STALLED)
      }
      await sleep(POLL_MS)
    }
  } finally {
    bar.close()
  }
}
