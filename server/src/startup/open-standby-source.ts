import type { Config } from '../config/config.ts'
import type { DatabaseRole } from '../platform/database/connection-role.ts'
import type { Db, OpenDatabase } from '../platform/database/db.ts'
import { createStandbys } from '../platform/database/standbys.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { CandidateSource } from '../retrieval/candidate-source.ts'
import { createStandbySource } from '../retrieval/standby-source.ts'

type Open = (url: string, role: DatabaseRole, statementTimeoutMs: number) => OpenDatabase

/** Undefined without a standby: the primary finds candidates alone. */
export function openStandbySource(
  config: Config,
  { primary, open, metrics }: { primary: Db; open: Open; metrics: Metrics },
): (CandidateSource & { close(): Promise<void> }) | undefined {
  if (config.candidateUrls.length === 0) return undefined
  const timeoutMs = config.CANDIDATE_TIMEOUT_MS
  const standbys = createStandbys({
    primary,
    standbys: config.candidateUrls.map((url) => ({
      name: new URL(url).host,
      database: open(url, 'footnote_api', timeoutMs),
      maxReads: config.DATABASE_CONNECTIONS,
    })),
    maxLagMs: config.CANDIDATE_MAX_LAG_SECONDS * 1000,
    metrics,
  })
  return { ...createStandbySource(standbys, timeoutMs), close: () => standbys.close() }
}
