import { rounded } from '../figures.ts'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Observed, Signature } from './steady-searches.ts'

type Signatures = readonly (Signature | null)[]
type Moments = { startMs: number; finishedMs: number; rollbackMs: number; rolledBackMs: number }

/** A process hears of a swap at once, or follows within 3 s; a little more for the search itself. */
const FOLLOW_MS = 4_000

/**
 * Each search must show exactly what its question showed with the one model alone or with the other
 * alone. `late`: what it showed was of the model that searches had left more than 4 s before.
 */
export function judge(
  observed: readonly Observed[],
  expected: { before: Signatures; after: Signatures },
  moments: Moments,
) {
  let failed = 0
  let mixed = 0
  let late = 0
  for (const { question, startMs, signature } of observed) {
    const old = expected.before[question]
    const next = expected.after[question]
    if (signature === null) failed += 1
    else if (signature !== old && signature !== next) mixed += 1
    else if (old !== next && isLate(signature === old, startMs, moments)) late += 1
  }
  const between = (from: number, to: number) =>
    observed
      .filter(({ startMs }) => startMs >= from && startMs < to)
      .map(({ milliseconds }) => milliseconds)
  const quiet = between(0, moments.startMs)
  const busy = between(moments.startMs, moments.finishedMs)
  return {
    searches: observed.length,
    failed,
    mixed,
    late,
    telling: expected.before.filter((signature, question) => signature !== expected.after[question])
      .length,
    quietMedianMs: rounded(percentile(quiet, 0.5)),
    quietP99Ms: rounded(percentile(quiet, 0.99)),
    busyMedianMs: rounded(percentile(busy, 0.5)),
    busyP99Ms: rounded(percentile(busy, 0.99)),
  }
}

function isLate(isOld: boolean, startMs: number, moments: Moments): boolean {
  const { startMs: begun, finishedMs, rollbackMs, rolledBackMs } = moments
  if (isOld) return startMs > finishedMs + FOLLOW_MS && startMs < rollbackMs
  return startMs < begun || startMs > rolledBackMs + FOLLOW_MS
}
