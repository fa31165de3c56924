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

const OUTCOMES = [
  ['added', 'new'],
  ['changed', 'changed'],
  ['moved', 'moved'],
  ['unchanged', 'unchanged'],
  ['gone', 'gone'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
] as const

/** Those that happened. The rest redirect to a page that is counted, or name it as canonical. */
function outcomesOf(counts: Sync['counts']): (readonly [string, number])[] {
  const named = OUTCOMES.map(([name, title]) => [title, counts[name]] as const)
  const rest = counts.found - named.reduce((sum, [, pages]) => sum + pages, 0)
  return [...named, ['duplicates', rest] as const].filter(([, pages]) => pages > 0)
}

/** The closing summary of a sync, for a person. */
export function renderSyncReport({ sync, failed, skipped, gone }: SyncReport): string {
  const { counts } = sync
  const table = renderTable([
    ['sync', `${sync.state}${sync.reason === null ? '' : `: ${plain(sync.reason)}`}`],
    ['pages', `${count(counts.found)} found`],
    ...outcomesOf(counts).map(([title, pages]) => [title, count(pages)]),
    ...(counts.to_index > 0
      ? [['indexed', `${count(counts.indexed)} of ${count(counts.to_index)} new or changed`]]
      : []),
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
