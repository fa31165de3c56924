import type { Sync } from '@footnote/sdk/admin-syncs'
import { renderDuration } from '../ingest/progress.ts'
import { count } from '../plain.ts'

const BAR_CELLS = 20

/** Fetched pages and indexed documents are what there is to do. */
function shareOf({ counts }: Sync): number {
  const all = counts.found + counts.to_index
  return all === 0 ? 0 : Math.min(1, (counts.fetched + counts.indexed) / all)
}

/** One line: a bar, what is found, fetched, changed, indexed and failed, and the time left. */
export function renderSyncProgress(sync: Sync): string {
  const { counts, state, phase, remaining_seconds } = sync
  const cells = Math.floor(shareOf(sync) * BAR_CELLS)
  const changed = counts.added + counts.changed + counts.moved
  return [
    `[${'#'.repeat(cells)}${'.'.repeat(BAR_CELLS - cells)}]`,
    state === 'queued' ? 'waiting' : phase,
    `found ${count(counts.found)}`,
    `fetched ${count(counts.fetched)}`,
    `changed ${count(changed)}`,
    `indexed ${count(counts.indexed)} of ${count(counts.to_index)}`,
    ...(counts.failed > 0 ? [`failed ${count(counts.failed)}`] : []),
    ...(remaining_seconds === null || remaining_seconds === 0
      ? []
      : [`${renderDuration(remaining_seconds)} left`]),
  ].join('  ')
}
