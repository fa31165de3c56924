import type { Evaluation, EvaluationMetrics } from '@footnote/client/admin'
import { formatDuration, formatPercent, formatShare } from '../../ui/format.ts'

export const FIGURES = [
  'passed',
  'recall',
  'citation_precision',
  'abstention',
  'false_abstention',
  'said',
  'p95_ms',
] as const
export type Figure = (typeof FIGURES)[number]

/** “93.5 %”, “1.4 s”, or a dash where nothing was measured. */
export function formatFigure(figure: Figure, metrics: EvaluationMetrics | null): string {
  const value = metrics?.[figure] ?? null
  if (value === null) return '–'
  if (figure !== 'p95_ms') return formatPercent(value)
  return formatDuration(value)
}

/** How many answers are as expected. */
export function formatPassed({ metrics, total }: Pick<Evaluation, 'metrics' | 'total'>): string {
  const passed = metrics?.passed ?? null
  return passed === null ? '–' : formatShare(Math.round(passed * total), total)
}
