import type { Sync, SyncPage } from '@footnote/client/admin'
import { renderDuration } from '../ingest/progress.ts'
import { count, plain } from '../plain.ts'
import { renderTable } from '../print.ts'
import { describePage } from './describe-page.ts'

/** How many pages of each kind are listed below the summary. */
export const LISTED_PAGES = 20

export type SyncReport = {
  sync: Sync
  failed: readonly SyncPage[]
  skipped: readonly SyncPage[]
  gone: readonly SyncPage[]
  deadLinks: readonly SyncPage[]
}

const OUTCOMES = [
  ['added', 'new'],
  ['changed', 'changed'],
  ['moved', 'moved'],
  ['unchanged', 'unchanged'],
  ['gone', 'gone'],
  ['dead_links', 'dead links'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
] as const

/** The outcomes that occurred. Other pages redirect to a counted page, or name it as canonical. */
function getOutcomes(counts: Sync['counts']): (readonly [string, number])[] {
  const named = OUTCOMES.map(([name, title]) => [title, counts[name]] as const)
  const rest = counts.found - named.reduce((sum, [, pages]) => sum + pages, 0)
  return [...named, ['duplicates', rest] as const].filter(([, pages]) => pages > 0)
}

/** The summary of a sync, in plain text. */
export function renderSyncReport({ sync, failed, skipped, gone, deadLinks }: SyncReport): string {
  const { counts } = sync
  const table = renderTable([
    ['sync', `${sync.state}${sync.reason === null ? '' : `: ${plain(sync.reason)}`}`],
    ['pages', `${count(counts.found)} found`],
    ...getOutcomes(counts).map(([title, pages]) => [title, count(pages)]),
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
    ...renderPages('Dead links', deadLinks, counts.dead_links),
    ...(sync.state === 'held' ? ['', HELD] : []),
  ].join('\n')
}

const HELD =
  'Nothing was deleted yet. `footnote sources confirm` deletes the missing pages,\n' +
  '`footnote sources discard` keeps them; `footnote sources pages --sync` lists them.'

function elapsedSeconds({ created_at, ended_at }: Sync): number {
  const ended = ended_at === null ? Date.now() : Date.parse(ended_at)
  return Math.max(0, (ended - Date.parse(created_at)) / 1000)
}

function renderPages(title: string, pages: readonly SyncPage[], all: number): string[] {
  if (pages.length === 0) return []
  const lines = pages.map((page) => `  ${plain(page.key)}: ${describePage(page) || 'no reason'}`)
  const left = all - pages.length
  return ['', `${title}:`, ...lines, ...(left > 0 ? [`  … and ${count(left)} more`] : [])]
}
