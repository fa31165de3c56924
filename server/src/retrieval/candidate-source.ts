import type { Metrics } from '../platform/metrics.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { traced } from '../platform/tracing/span.ts'
import { withinSignal } from '../platform/within-signal.ts'
import type { CandidateQuery } from './candidates.ts'
import { RETRIEVER_LIMIT } from './candidates.ts'

/** What a source is told. Who asks, with which key and what they may see stays on the primary. */
export type SourceQuery = CandidateQuery & { tenant: Tenant }

/**
 * Finds candidates in place of the primary. It may be stale, wrong or hostile: what it names passes the
 * gate, and decides nothing but which of the passages that the gate shows are looked at.
 */
export type CandidateSource = {
  /** The ids of passages, in any order. Null: it has no way to find any now. */
  find(query: SourceQuery, signal: AbortSignal): Promise<FoundElsewhere | null>
  readonly timeoutMs: number
}

/** `server`: for the metrics, one of few. */
export type FoundElsewhere = { server: string; ids: readonly unknown[] }

/** Why a search used the primary's own candidates. */
export type CandidateFallback = 'unavailable' | 'timeout' | 'error' | 'few'

export type NamedCandidates = { server: string; ids: string[] }

/** As both retrievers together. */
const MOST_IDS = 2 * RETRIEVER_LIMIT
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Null: the primary finds its own, as it does where there is no other source. */
export async function findElsewhere(
  { source, metrics }: { source?: CandidateSource | undefined; metrics: SourceMetrics },
  query: SourceQuery,
  signal: AbortSignal,
): Promise<NamedCandidates | null> {
  if (!source) return null
  const timeout = AbortSignal.timeout(source.timeoutMs)
  try {
    const found = await traced('find elsewhere', () =>
      withinSignal(AbortSignal.any([signal, timeout]), (bounded) => source.find(query, bounded)),
    )
    if (found) return { server: found.server, ids: readIds(found.ids) }
    noteFallback(metrics, 'unavailable')
  } catch {
    signal.throwIfAborted()
    noteFallback(metrics, timeout.aborted ? 'timeout' : 'error')
  }
  return null
}

/** Those that can be ids, each once, and no more than are looked up. */
function readIds(named: readonly unknown[]): string[] {
  const ids = new Set<string>()
  for (const id of named) {
    if (ids.size === MOST_IDS) break
    if (typeof id === 'string' && ID.test(id)) ids.add(id)
  }
  return [...ids]
}

export type SourceMetrics = Pick<Metrics, 'candidateSearches' | 'candidateFallbacks'>

export const PRIMARY = 'primary'

export function noteFallback(metrics: SourceMetrics, reason: CandidateFallback): void {
  metrics.candidateFallbacks.inc({ reason })
  metrics.candidateSearches.inc({ server: PRIMARY })
}
