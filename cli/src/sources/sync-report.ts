import type { Sync, SyncPage } from '@footnote/sdk/admin-syncs'
import { renderDuration } from '../ingest/progress.ts'
import { count, plain } from '../plain.ts'
import { renderTable } from '../print.ts'

/** Pages that are listed under the summary, of each kind. */
export const LISTED_PAGES = 20

export type SyncReport = {
  sync: Sync
  failed: readonly SyncPage[]
  skipped: readonly SyncPage[]
  gone: readonly SyncPage[]
}

/** The closing summary of a sync, for a person. */
export function renderSyncReport({ sync, failed, skipped, gone }: SyncReport): string {
  const { counts } = sync
  const table = renderTable([
    ['sync', `${sync.state}${sync.reason === null ? '' : `: ${plain(sync.reason)}`}`],
    ['pages', `${count(counts.found)} found`],
    ['new', count(counts.added)],
    ['changed', count(counts.changed)],
    ['moved', count(counts.moved)],
    ['unchanged', count(counts.unchanged)],
    ['gone', count(counts.gone)],
    ['skipped', count(counts.skipped)],
    ['failed', count(counts.failed)],
    ['indexed', `${count(counts.indexed)} of ${count(counts.to_index)} new or changed`],
    ['time', renderDuration(elapsedSeconds(sync))],
  ])
  return [
    table,
    ...renderPages('Failed', failed, counts.failed),
    ...renderPages('Skipped', skipped, counts.skipped),
    ...renderPages('Gone', gone, counts.gone),
    ...(sync.state === 'held' ? ['', HELD] : []),
  ].join('\n')
}

const HELD =
  'Nothing was deleted. `footnote sources confirm` deletes the pages that are gone,\n' +
  '`footnote sources discard` keeps them; `footnote sources pages --sync` lists them.'

function elapsedSeconds({ created_at, ended_at }: Sync): number {
  const ended = ended_at === null ? Date.now() : Date.parse(ended_at)
  return Math.max(0, (ended - Date.parse(created_at)) / 1000)
}

function renderPages(title: string, pages: readonly SyncPage[], all: number): string[] {
  if (pages.length === 0) return []
  const lines = pages.map(({ key, reason }) => `  ${plain(key)}: ${plain(reason ?? 'no reason')}`)
  const left = all - pages.length
  return ['', `${title}:`, ...lines, ...(left > 0 ? [`  … and ${count(left)} more`] : [])]
}
