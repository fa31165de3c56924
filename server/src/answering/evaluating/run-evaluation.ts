import {
  beginRun,
  completeRun,
  failRun,
  findPages,
  storeResult,
  waitingItems,
} from '../../evaluations/run.ts'
import type { Db } from '../../platform/database/db.ts'
import type { EvaluationJob } from '../../platform/queue.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import type { AnsweringDeps } from '../answer.ts'
import { NOTHING_HIDDEN } from '../admit.ts'
import type { TrialCaller } from '../playground.ts'
import { chooseModel, findTrialCaller } from '../playground.ts'
import type { Asking } from './ask-item.ts'
import { askItem } from './ask-item.ts'

/** Questions of one evaluation. A model's answer takes seconds; a quoted one is made in this process. */
const AT_ONCE = 4

export type EvaluatingDeps = {
  /** The worker role, which stores the results. */
  db: Db
  /** As readers are answered, with their role. */
  readers: AnsweringDeps
}

/** What readers would get if this were done. */
export type AsIf = {
  /** Deleted. */
  hiddenDocumentIds?: ReadonlySet<string>
  /** Searched in place of the one in use. */
  space?: TrialCaller['space']
}

/** Asks what has not been asked yet, and measures it all. Safe to run twice, and after any kill. */
export async function runEvaluation(
  { db, readers }: EvaluatingDeps,
  { evaluationId: id, ...tenant }: EvaluationJob,
  { hiddenDocumentIds = NOTHING_HIDDEN, space }: AsIf,
  signal: AbortSignal,
): Promise<void> {
  const begun = await withTenant(db, tenant, async (tx) => {
    const run = await beginRun(tx, id)
    const items = run ? await waitingItems(tx, id) : []
    const urls = items.flatMap((item) => item.expected_pages.map(withoutFragment))
    return run && { ...run, items, pages: await findPages(tx, urls) }
  })
  if (!begun) return
  const { items, pages, topK } = begun
  const readersOwn = await findTrialCaller(readers.db, tenant, undefined)
  const caller = space ? { ...readersOwn, space } : readersOwn
  const asking = { caller, topK, pages, hiddenDocumentIds }
  let model: Asking['model']
  try {
    model = await chooseModel(readers, tenant, { model: begun.model ?? undefined })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return withTenant(db, tenant, (tx) => failRun(tx, id, error.message))
  }
  const limit = limitConcurrency(AT_ONCE)
  const asked = items.map((item) =>
    limit(async () => {
      signal.throwIfAborted()
      const result = await askItem(readers, { ...asking, model }, item, signal)
      // What a shutdown cut off is asked again by the next worker.
      signal.throwIfAborted()
      await withTenant(db, tenant, (tx) => storeResult(tx, id, item.position, result))
    }),
  )
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  await withTenant(db, tenant, (tx) => completeRun(tx, id))
}
