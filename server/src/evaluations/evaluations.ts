import type {
  Evaluation,
  EvaluationBody,
  EvaluationItem,
} from '@footnote/contract/admin/evaluations/evaluations'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import type { Page } from '../platform/page.ts'
import { enqueue } from '../platform/queue.ts'
import { Refusal } from '../platform/refusal.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { findSet } from './sets/question-sets.ts'

/** Runs that one knowledge base may have waiting: each costs as many answers as its set has questions. */
const MAX_WAITING = 20
/** Runs kept of one set. Older ones are deleted when another starts. */
const KEPT = 100

type StoredEvaluation = Omit<Evaluation, 'created_at' | 'ended_at'> & {
  created_at: Date
  ended_at: Date | null
}

const evaluationsWhere = (condition: RawBuilder<unknown>, limit: number) => sql<StoredEvaluation>`
  select e.id, e.set_id, s.name as set_name, e.label, e.model, e.top_k, e.state, e.reason, e.sync_id,
         i.total, i.done, e.metrics, e.created_at, e.ended_at
  from evaluations e
  join question_sets s on s.knowledge_base_id = e.knowledge_base_id and s.id = e.set_id
  cross join lateral (
    select count(*)::int as total, (count(*) filter (where outcome <> 'waiting'))::int as done
    from evaluation_items i
    where i.knowledge_base_id = e.knowledge_base_id and i.evaluation_id = e.id) i
  where ${condition} order by e.id desc limit ${limit}`

const toEvaluation = ({ created_at, ended_at, ...rest }: StoredEvaluation): Evaluation => ({
  ...rest,
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** Newest first. */
export async function listEvaluations(
  tx: TenantTransaction,
  { limit, after, setId }: Page & { setId: string | undefined },
): Promise<Evaluation[]> {
  const condition = sql`
    (${after ?? null}::uuid is null or e.id < ${after ?? null}::uuid)
    and (${setId ?? null}::uuid is null or e.set_id = ${setId ?? null}::uuid)`
  const { rows } = await evaluationsWhere(condition, limit).execute(tx)
  return rows.map(toEvaluation)
}

export async function readEvaluation(
  tx: TenantTransaction,
  id: string,
): Promise<Evaluation | undefined> {
  const { rows } = await evaluationsWhere(sql`e.id = ${id}::uuid`, 1).execute(tx)
  return rows[0] && toEvaluation(rows[0])
}

/** Refuses an unknown id. */
export async function findEvaluation(tx: TenantTransaction, id: string): Promise<Evaluation> {
  const found = await readEvaluation(tx, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function listItems(tx: TenantTransaction, id: string): Promise<EvaluationItem[]> {
  const { rows } = await sql<EvaluationItem>`
    select question, expect, expected_pages, must_say, message_id as from_message_id, outcome, passed,
           answer, citations, missing_pages, recall, citation_precision, said, ms, input_tokens,
           output_tokens, error_code
    from evaluation_items where evaluation_id = ${id}::uuid order by position`.execute(tx)
  return rows
}

/** On an operator's request. Refuses an empty set, and too many at once. */
export async function startEvaluation(unit: UnitOfWork, body: EvaluationBody): Promise<Evaluation> {
  const { tx } = unit
  const { questions } = await findSet(tx, body.set_id)
  if (questions === 0) throw new Refusal('CONFLICT', { message: 'The set has no question.' })
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from evaluations
    where state in ('queued', 'running')`.execute(tx)
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) {
    throw new Refusal('CONFLICT', { message: `${MAX_WAITING} evaluations are under way already.` })
  }
  return findEvaluation(tx, await queueEvaluation(unit, body))
}

/** What waits for it: a held sync, or vectors of another model. */
type Awaiting = { syncId?: string | null; spaceId?: string | null }

/** Copies the set and queues the job in one transaction. Returns the evaluation's id. */
export async function queueEvaluation(
  { tx, queue, tenant: { workspaceId, knowledgeBaseId } }: UnitOfWork,
  { set_id: setId, label, model, top_k: topK }: EvaluationBody,
  { syncId = null, spaceId = null }: Awaiting = {},
): Promise<string> {
  const evaluationId = newId()
  await sql`
    insert into evaluations (knowledge_base_id, id, set_id, label, model, top_k, sync_id, space_id)
    values (${knowledgeBaseId}, ${evaluationId}, ${setId}, ${label}, ${model}, ${topK}, ${syncId},
            ${spaceId})`.execute(tx)
  await sql`
    insert into evaluation_items (knowledge_base_id, evaluation_id, position, question, expect,
                                  expected_pages, must_say, message_id)
    select knowledge_base_id, ${evaluationId}, position, question, expect, expected_pages, must_say,
           message_id
    from set_questions where set_id = ${setId}::uuid`.execute(tx)
  await sql`
    delete from evaluations where set_id = ${setId}::uuid and state in ('completed', 'failed')
      and id <= (select id from evaluations where set_id = ${setId}::uuid
                 order by id desc offset ${KEPT} limit 1)`.execute(tx)
  const job = { workspaceId, knowledgeBaseId, evaluationId }
  await enqueue(queue, tx, 'evaluate', job, evaluationId)
  return evaluationId
}

/** Its job finds nothing to do, or stops at the next question. */
export async function deleteEvaluation(tx: TenantTransaction, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from evaluations where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}
