import { count, plain } from '../plain.ts'
import { renderTable } from '../print.ts'
import { renderDuration } from './progress.ts'
import type { DocumentFailure, Tally } from './upload.ts'

const MAX_LISTED_FAILURES = 100

export type Outcome = {
  readonly tally: Tally
  /** Refused at upload, or failed to be indexed. */
  readonly failures: readonly DocumentFailure[]
  readonly passages: number
  readonly passagesAdded: number
  readonly elapsedSeconds: number
}

/** The summary of an ingest, in plain text. */
export function renderReport(outcome: Outcome): string {
  const { tally, failures, passages, passagesAdded, elapsedSeconds } = outcome
  const perSecond = passagesAdded / Math.max(elapsedSeconds, 0.001)
  const added = passagesAdded > 0 ? `, ${perSecond.toFixed(1)} added a second` : ''
  const table = renderTable([
    ['new', count(tally.created)],
    ['changed', count(tally.changed)],
    ['unchanged', count(tally.unchanged)],
    ['failed', count(failures.length)],
    ['passages', `${count(passages)} in the knowledge base${added}`],
    ['time', renderDuration(elapsedSeconds)],
  ])
  return [table, ...renderFailures(failures)].join('\n')
}

function renderFailures(failures: readonly DocumentFailure[]): string[] {
  if (failures.length === 0) return []
  const listed = failures.slice(0, MAX_LISTED_FAILURES)
  const lines = listed.map(({ label, reason }) => `  ${plain(label)}: ${plain(reason)}`)
  const left = failures.length - listed.length
  return ['', 'Failed:', ...lines, ...(left > 0 ? [`  … and ${count(left)} more`] : [])]
}
