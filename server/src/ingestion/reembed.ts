import { findSpace } from '../knowledge/spaces/embedding-space.ts'
import type { PassageText } from '../knowledge/spaces/embedding-space-vectors.ts'
import { addVectors, findWithoutVector } from '../knowledge/spaces/embedding-space-vectors.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { KnowledgeBaseJob, Queue } from '../platform/queue.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { fillWordingVectors } from '../questions/verified/wording-vectors.ts'
import { swapOrEvaluate } from './gated-reembedding.ts'
import { searchableText } from './searchable-text.ts'

/** About 1.5 s of int8 MiniLM on 2 cores, which is what a killed worker loses. */
const BATCH_PASSAGES = 32

export type ReembeddingDeps = {
  db: Db
  queue: Queue
  embedders: Embedders
  /** Indexes the new space once every passage has its vector, before searches move to it. */
  beforeSwap: (tenant: Tenant, signal: AbortSignal) => Promise<void>
}

export type ReembeddingOutcome = 'unfinished' | 'swapped' | 'held' | 'nothing to do'

/**
 * Fills the space that is being built and swaps it in, or stops unfinished when `isTimeUp`. All state
 * is in the database, so it may be killed, repeated and run concurrently.
 */
export async function reembed(
  deps: ReembeddingDeps,
  job: KnowledgeBaseJob,
  signal: AbortSignal,
  isTimeUp: () => boolean,
): Promise<ReembeddingOutcome> {
  for (;;) {
    const round = await fillSpace(deps, job, signal, isTimeUp)
    if (round === 'discarded') return 'nothing to do'
    if (round === 'unfinished') return 'unfinished'
    const space = await withTenant(deps.db, job, (tx) => findSpace(tx, 'building'))
    if (space) await fillWordingVectors(deps, job, space, signal)
    await deps.beforeSwap(job, signal)
    const swap = await withTenant(deps.db, job, (tx) =>
      swapOrEvaluate({ tx, queue: deps.queue, tenant: job }),
    )
    if (swap === 'swapped' || swap === 'held') return swap
    if (swap === 'nothing to swap') return 'nothing to do'
    // Documents changed meanwhile. Their passages may have ids that this round had already passed.
    if (isTimeUp()) return 'unfinished'
  }
}

/** One round over the passages, by id. */
async function fillSpace(
  deps: ReembeddingDeps,
  job: KnowledgeBaseJob,
  signal: AbortSignal,
  isTimeUp: () => boolean,
): Promise<'filled' | 'unfinished' | 'discarded'> {
  let after: string | null = null
  for (;;) {
    signal.throwIfAborted()
    const batch = await withTenant(deps.db, job, (tx) => nextBatch(tx, after))
    if (!batch) return 'discarded'
    const last = batch.passages.at(-1)
    if (!last) return 'filled'
    const vectors = await embed(deps.embedders, batch.space.model, batch.passages, signal)
    const isBuilding = await withTenant(deps.db, job, (tx) =>
      addVectors(tx, batch.space.id, vectors),
    )
    if (!isBuilding) return 'discarded'
    if (isTimeUp()) return 'unfinished'
    after = last.id
  }
}

async function nextBatch(tx: Parameters<typeof findSpace>[0], after: string | null) {
  const space = await findSpace(tx, 'building')
  if (!space) return undefined
  const page = { after, limit: BATCH_PASSAGES }
  return { space, passages: await findWithoutVector(tx, space.id, page) }
}

async function embed(
  embedders: Embedders,
  model: string,
  passages: readonly PassageText[],
  signal: AbortSignal,
) {
  const texts = passages.map((passage) => searchableText(passage.title, passage))
  const vectors = await embedders.named(model).embedPassages(texts, signal)
  return passages.map(({ id, documentId }, position) => {
    const vector = vectors[position]
    if (!vector) throw new Error('The embedder returned fewer vectors than passages')
    return { passageId: id, documentId, vector }
  })
}
