import { sql } from 'kysely'
import { changeDocument } from '../../../server/src/knowledge/documents.ts'
import { toHalfvec } from '../../../server/src/text/vector-text.ts'
import type { Db } from '../../../server/src/platform/database/db.ts'
import type { TenantTransaction } from '../../../server/src/platform/database/tenant.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import { findCandidates } from '../../../server/src/retrieval/candidates.ts'
import type { RankedPassage } from '../../../server/src/retrieval/retrieve.ts'
import { coefficientsFor } from '../../../server/src/retrieval/answerability/coefficients.ts'
import {
  computeProbability,
  thresholdFor,
} from '../../../server/src/retrieval/answerability/probability.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import { gatherEvidence } from '../answerability/gather-evidence.ts'
import type { Features } from './rankings.ts'
import type { SetIndex } from '../sets/index-set.ts'

/** The most that a reader may ask for. */
const LIMIT = 100

/** What the product found for one question, in one state of the knowledge base. */
export type Found = {
  candidates: Features[]
  /** The product's own order, with the set's document ids beside. */
  ranked: { documentId: string; passage: RankedPassage }[]
  /** That the documents answer the question. */
  probability: number
  /** Below it a question is refused, at the balanced setting. */
  threshold: number
}

export async function search(index: SetIndex, db: Db, text: string): Promise<Found> {
  const { embedders, metrics, caller } = index
  const vector = toHalfvec(await embedders.standard.embedQuery(text))
  const candidates = await withTenant(db, caller, async (tx) => {
    const found = await findCandidates(tx, {
      queries: analyseQuery(caller, text),
      spaceId: caller.space.id,
      vector,
      similarityBaseline: await embedders.standard.similarityBaseline(),
      groupIds: null,
    })
    return found.map((candidate): Features => ({
      ...candidate,
      documentId: findDocument(index, candidate.documentId),
    }))
  })
  const query = { caller, text, groupIds: null, limit: LIMIT, withEvidence: true }
  const retrieved = await retrieve({ db, embedders, metrics }, query, new AbortController().signal)
  const evidence = await gatherEvidence(index, text, retrieved)
  const coefficients = coefficientsFor(caller.space.model)
  return {
    candidates,
    ranked: retrieved.passages.map((passage) => ({
      documentId: findDocument(index, passage.documentId),
      passage,
    })),
    probability: computeProbability(coefficients, evidence),
    threshold: thresholdFor(coefficients, evidence, 'balanced'),
  }
}

function findDocument({ documentIds }: SetIndex, rowId: string): string {
  const documentId = documentIds.get(rowId)
  if (documentId === undefined) throw new Error('A passage of a document that was never put')
  return documentId
}

/** Row ids to take out of the knowledge base and to put into it. */
export type Change = { hide: readonly string[]; show: readonly string[] }

/**
 * Runs `work` on the knowledge base as it would be after the change, then undoes it. Documents are
 * hidden by the product's own restriction, in a transaction that is rolled back: passages, vectors
 * and term statistics are exactly those of an index without them.
 */
export async function withChange<Result>(
  { roles, caller: tenant }: SetIndex,
  { hide, show }: Change,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (hide.length + show.length === 0) return work(roles.api.db)
  const undo = new Error('undo')
  let result: { value: Result } | undefined
  try {
    await withTenant(roles.worker.db, tenant, async (tx) => {
      const set = async (ids: readonly string[], visibility: 'public' | 'restricted') => {
        for (const id of ids)
          await changeDocument({ tx, queue: roles.queue, tenant }, id, { visibility })
      }
      await set(hide, 'restricted')
      await set(show, 'public')
      await sql`set local role footnote_api`.execute(tx)
      result = { value: await work(joining(tx)) }
      throw undo
    })
  } catch (error) {
    if (error !== undo || !result) throw error
  }
  if (!result) throw new Error('The work did not run')
  return result.value
}

/** Stands for a database, but every transaction asked of it is the one that is open already. */
function joining(tx: TenantTransaction): Db {
  const join = {
    setAccessMode: () => join,
    setIsolationLevel: () => join,
    execute: (work: (tx: TenantTransaction) => Promise<unknown>) => work(tx),
  }
  return {
    transaction: () => join,
    getExecutor: () => tx.getExecutor(),
    executeQuery: tx.executeQuery.bind(tx),
  } as unknown as Db
}
