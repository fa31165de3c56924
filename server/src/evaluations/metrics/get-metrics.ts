import type { EvaluationMetrics } from '@footnote/contract/admin/evaluations/evaluations'
import type { Expectation } from '@footnote/contract/admin/evaluations/question-sets'
import { mean, percentile } from './ranking-metrics.ts'

export type Outcome = 'answered' | 'refused' | 'failed'

/** What the shares need to know of each question. */
export type Rated = { expect: Expectation; outcome: Outcome; recall: number | null }

export type Rates = Pick<EvaluationMetrics, 'recall' | 'abstention' | 'false_abstention'>

export type Timed = Rated & {
  citation_precision: number | null
  said: boolean | null
  passed: boolean
  ms: number | null
  input_tokens: number | null
  output_tokens: number | null
}

/** Shares of the questions that they are about, those that failed apart; null: of none. */
export function computeRates(items: readonly Rated[]): Rates {
  const ended = items.filter(({ outcome }) => outcome !== 'failed')
  const refused = (expect: Expectation) =>
    share(
      ended.filter((item) => item.expect === expect).map(({ outcome }) => outcome === 'refused'),
    )
  return {
    recall: computeMean(ended.map(({ recall }) => recall)),
    abstention: refused('refuse'),
    false_abstention: refused('answer'),
  }
}

export function getMetrics(items: readonly Timed[]): EvaluationMetrics {
  const times = items.flatMap(({ ms }) => (ms === null ? [] : [ms]))
  return {
    passed: share(items.map(({ passed }) => passed)),
    ...computeRates(items),
    citation_precision: computeMean(items.map((item) => item.citation_precision)),
    said: computeMean(items.map(({ said }) => (said === null ? null : Number(said)))),
    failed: items.filter(({ outcome }) => outcome === 'failed').length,
    p95_ms: times.length === 0 ? null : percentile(times, 0.95),
    input_tokens: computeSum(items.map((item) => item.input_tokens)),
    output_tokens: computeSum(items.map((item) => item.output_tokens)),
  }
}

const share = (values: readonly boolean[]): number | null => computeMean(values.map(Number))

function computeMean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.round(mean(known) * 10_000) / 10_000
}

function computeSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
