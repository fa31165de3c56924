import type { Sync } from '@footnote/client/admin'
import { renderDuration } from '../ingest/progress.ts'
import { count } from '../plain.ts'

const BAR_CELLS = 20

/** The work is fetched pages and indexed documents. */
function computeShare({ counts }: Sync): number {
  const all = counts.found + counts.to_index
  return all === 0 ? 0 : Math.min(1, (counts.fetched + counts.indexed) / all)
}

/** One line, with the least important last, where a narrow terminal cuts it off. */
export function renderSyncProgress(sync: Sync): string {
  const { counts, state, phase, remaining_seconds } = sync
  const cells = Math.floor(computeShare(sync) * BAR_CELLS)
  const changed = counts.added + counts.changed + counts.moved
  const left = remaining_seconds ? `, ${renderDuration(remaining_seconds)} left` : ''
  return [
    `[${'#'.repeat(cells)}${'.'.repeat(BAR_CELLS - cells)}]`,
    `${state === 'queued' ? 'waiting' : phase}${left}`,
    ...(counts.failed > 0 ? [`failed ${count(counts.failed)}`] : []),
    `indexed ${count(counts.indexed)} of ${count(counts.to_index)}`,
    `fetched ${count(counts.fetched)} of ${count(counts.found)}`,
    `new or changed ${count(changed)}`,
  ].join('  ')
}
