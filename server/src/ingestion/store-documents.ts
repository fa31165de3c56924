import { sql } from 'kysely'
import type { ReplaceOutcome } from '../knowledge/passages/replace-passages.ts'
import { replaceAllPassages } from '../knowledge/passages/replace-passages.ts'
import { queueIfNewer } from '../knowledge/queue-indexing.ts'
import { watchSize } from '../knowledge/spaces/embedding-space-size.ts'
import { keptSpaces } from '../knowledge/spaces/embedding-space.ts'
import { queueStarterRefresh } from '../knowledge/starter-refresh.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Queue } from '../platform/queue.ts'
import { traced } from '../platform/tracing/span.ts'
import { embedInSpaces } from './embed-in-spaces.ts'
import type { ReadDocument } from './read-document.ts'

type StoringDeps = { db: Db; queue: Queue; embedders: Embedders; metrics: Metrics }

/** Embeds documents of one knowledge base together and stores them in one transaction: all or none. */
export async function storeDocuments(
  deps: StoringDeps,
  tenant: Tenant,
  documents: readonly ReadDocument[],
  signal: AbortSignal,
): Promise<void> {
  const texts = documents.flatMap((document) => document.texts)
  let outcomes: ReplaceOutcome[]
  do {
    const spaces = await withTenant(deps.db, tenant, keptSpaces)
    const vectors = await traced('embed', () =>
      embedInSpaces(deps.embedders, spaces, texts, signal),
    )
    outcomes = await traced('store', () =>
      withTenant(deps.db, tenant, (tx) => store(tx, deps, tenant, documents, vectors)),
    )
  } while (outcomes.includes('respaced'))
  for (const [position, outcome] of outcomes.entries()) {
    deps.metrics.indexedDocuments.inc({ outcome })
    const passages = documents[position]?.passages.length ?? 0
    if (outcome === 'indexed') deps.metrics.indexedPassages.inc(passages)
  }
}

async function store(
  tx: TenantTransaction,
  { queue }: StoringDeps,
  tenant: Tenant,
  documents: readonly ReadDocument[],
  vectors: ReadonlyMap<string, readonly Float32Array[]>,
): Promise<ReplaceOutcome[]> {
  await commitWithoutWaiting(tx)
  let taken = 0
  const withVectors = documents.map((document) => {
    const from = taken
    taken += document.texts.length
    const own = Array.from(vectors, ([space, all]) => [space, all.slice(from, taken)] as const)
    return { ...document, vectors: new Map(own) }
  })
  const outcomes = await replaceAllPassages(tx, withVectors)
  if (outcomes.includes('respaced')) return outcomes
  if (outcomes.includes('indexed')) {
    await watchSize({ tx, queue, tenant })
    await queueStarterRefresh({ tx, queue, tenant })
  }
  for (const [position, { documentId, version }] of documents.entries()) {
    // The writer of the newer version may have found this job still queued, and queued none.
    if (outcomes[position] === 'superseded') {
      await queueIfNewer({ tx, queue, tenant }, documentId, version)
    }
  }
  return outcomes
}

/**
 * Does not wait for the disk: if the server lost this commit, it would also lose the later one that
 * ends the job, and the job would run again.
 */
async function commitWithoutWaiting(tx: TenantTransaction): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}
