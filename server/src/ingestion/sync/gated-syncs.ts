import { sql } from 'kysely'
import { publishEvent } from '../../events/publish-event.ts'
import { findGate, gateFaults, findSetForSyncs } from '../../evaluations/gate.ts'
import { queueEvaluation, readEvaluation } from '../../evaluations/evaluations.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { confirmDeletions, selectDeletions } from './confirm-deletions.ts'
import { plainReason } from './sync-run.ts'

const TOP_K = 10

/** Starts the evaluation that a held sync waits for. False: there is no gate. */
export async function evaluateHeldSync(unit: UnitOfWork, syncId: string): Promise<boolean> {
  const { tx } = unit
  const setId = await findSetForSyncs(tx)
  if (setId === null) return false
  const asked = { set_id: setId, label: 'Sync awaiting confirmation', model: null, top_k: TOP_K }
  await queueEvaluation(unit, asked, { syncId })
  return true
}

/** The documents that a held sync would delete; an evaluation answers without them. */
export async function documentsToDelete(
  tx: TenantTransaction,
  syncId: string,
): Promise<ReadonlySet<string>> {
  const sync = await tx
    .selectFrom('syncs')
    .select('source_id')
    .where('id', '=', syncId)
    .executeTakeFirst()
  if (!sync) return new Set()
  const { rows } = await selectDeletions(syncId, sync.source_id).execute(tx)
  return new Set(rows.map(({ document_id }) => document_id))
}

/**
 * Once the evaluation has ended: deletes the pages if the set passes and nothing else asks for an
 * operator, and otherwise says what does not pass. Does nothing the second time.
 */
export async function settleHeldSync(
  unit: UnitOfWork,
  { evaluationId, syncId }: { evaluationId: string; syncId: string },
): Promise<void> {
  const { tx, tenant } = unit
  const sync = await tx
    .selectFrom('syncs')
    .select(['source_id', 'awaits_evaluation', 'reason'])
    .where('id', '=', syncId)
    .where('state', '=', 'held')
    .forUpdate()
    .executeTakeFirst()
  const evaluation = await readEvaluation(tx, evaluationId)
  if (!sync || !evaluation) return
  const { metrics, set_name, reason } = evaluation
  const { thresholds } = await findGate(tx)
  const faults = metrics ? gateFaults(thresholds, metrics) : [reason ?? 'it was not measured']
  if (faults.length === 0 && sync.awaits_evaluation) {
    await confirmDeletions(unit, syncId)
    return
  }
  const verdict =
    faults.length === 0
      ? `The question set “${set_name}” passes without them.`
      : `Without them the question set “${set_name}” does not pass: ${faults.join('; ')}.`
  const before = sync.awaits_evaluation ? '' : `${sync.reason} `
  if (sync.reason?.includes(verdict)) return
  const held = plainReason(before + verdict)
  await sql`
    update syncs set reason = ${held}, awaits_evaluation = false
    where id = ${syncId}`.execute(tx)
  // Until now only the evaluation was awaited.
  if (sync.awaits_evaluation) {
    const data = { source_id: sync.source_id, sync_id: syncId, reason: held }
    await publishEvent(tx, { ...tenant, type: 'sync.held', data })
  }
}
