import type { EvaluationMetrics } from '@footnote/client/admin'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'

const FIGURES = [
  'passed',
  'recall',
  'citation_precision',
  'abstention',
  'false_abstention',
  'said',
  'failed',
  'p95_ms',
] as const satisfies readonly (keyof EvaluationMetrics)[]

type Figure = (typeof FIGURES)[number]

export type Bound = { figure: Figure; fails: 'under' | 'over'; value: number }

/** `0.9` bounds the share of questions that pass, `recall=0.9` another figure. */
export function readBound(text: string, fails: Bound['fails']): Bound {
  const [name, number] = text.includes('=') ? text.split('=', 2) : ['passed', text]
  const figure = FIGURES.find((known) => known === name)
  const value = Number(number)
  if (!figure) {
    throw new Failure(`"${name}" is none of ${FIGURES.join(', ')}.`, USAGE_EXIT_CODE)
  }
  if (number === undefined || number.trim() === '' || !Number.isFinite(value)) {
    throw new Failure(`"${text}" has no number.`, USAGE_EXIT_CODE)
  }
  return { figure, fails, value }
}

/** A line for each figure that is out of bounds, or that no question of the set is about. */
export function shortfalls(metrics: EvaluationMetrics, bounds: readonly Bound[]): string[] {
  return bounds.flatMap(({ figure, fails, value }) => {
    const measured = metrics[figure]
    if (measured === null) return [`${figure}: no question of the set is about it.`]
    const isMissed = fails === 'under' ? measured < value : measured > value
    return isMissed ? [`${figure} is ${measured}, ${fails} ${value}.`] : []
  })
}
