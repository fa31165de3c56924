import type {
  EvaluationGate,
  EvaluationGateBody,
  GateThresholds,
} from '@footnote/contract/admin/evaluations/evaluation-gate'
import type { EvaluationMetrics } from '@footnote/contract/admin/evaluations/evaluations'
import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { findSet } from './sets/question-sets.ts'

type StoredGate = {
  set_id: string
  thresholds: GateThresholds
  hold_syncs: boolean
  hold_models: boolean
  updated_at: Date
}

async function readGate(tx: TenantTransaction): Promise<StoredGate | undefined> {
  const { rows } = await sql<StoredGate>`
    select set_id, thresholds, hold_syncs, hold_models, updated_at from evaluation_gates`.execute(
    tx,
  )
  return rows[0]
}

export async function findGate(tx: TenantTransaction): Promise<EvaluationGate> {
  const gate = await readGate(tx)
  const none = { set_id: null, thresholds: {}, hold_syncs: false, hold_models: false }
  if (!gate) return { ...none, updated_at: null }
  return { ...gate, updated_at: gate.updated_at.toISOString() }
}

export async function putGate(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { set_id: setId, thresholds, hold_syncs, hold_models }: EvaluationGateBody,
): Promise<void> {
  if (setId === null) {
    await sql`delete from evaluation_gates`.execute(tx)
    return
  }
  await findSet(tx, setId)
  await sql`
    insert into evaluation_gates (knowledge_base_id, set_id, thresholds, hold_syncs, hold_models)
    values (${knowledgeBaseId}, ${setId}, ${JSON.stringify(thresholds)}::jsonb, ${hold_syncs}, ${hold_models})
    on conflict (knowledge_base_id) do update set
      set_id = excluded.set_id, thresholds = excluded.thresholds, hold_syncs = excluded.hold_syncs,
      hold_models = excluded.hold_models,      updated_at = now()`.execute(tx)
}

/** The set that syncs wait for, if they wait for one that has questions. */
export const findSetForSyncs = (tx: TenantTransaction): Promise<string | null> =>
  findGateSet(tx, 'hold_syncs')

/** The same for another embedding model. */
export const findSetForModels = (tx: TenantTransaction): Promise<string | null> =>
  findGateSet(tx, 'hold_models')

async function findGateSet(
  tx: TenantTransaction,
  holds: 'hold_syncs' | 'hold_models',
): Promise<string | null> {
  const gate = await readGate(tx)
  if (!gate?.[holds]) return null
  const { questions } = await findSet(tx, gate.set_id)
  return questions > 0 ? gate.set_id : null
}

/** These must not be above the threshold; the others not below it. */
const AT_MOST: ReadonlySet<keyof GateThresholds> = new Set(['false_abstention', 'p95_ms'])

const NAMES: readonly (keyof GateThresholds)[] = [
  'passed',
  'recall',
  'citation_precision',
  'abstention',
  'said',
  'false_abstention',
  'p95_ms',
]

/** What the thresholds find wrong, in words. A figure that no question is about is wrong too. */
export function gateFaults(thresholds: GateThresholds, metrics: EvaluationMetrics): string[] {
  return NAMES.flatMap((name) => {
    const wanted = thresholds[name]
    if (wanted === undefined) return []
    const measured = metrics[name]
    if (measured === null) return [`no question is about ${name}`]
    if (AT_MOST.has(name))
      return measured > wanted ? [`${name} is ${measured}, above ${wanted}`] : []
    return measured < wanted ? [`${name} is ${measured}, below ${wanted}`] : []
  })
}
