import type {
  DiffAnswer,
  DiffDifference,
  DiffVerdict,
} from '@footnote/contract/admin/diffs/answer-diffs'
import type { Expectation } from '@footnote/contract/admin/evaluations/question-sets'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

export type DiffRun = { topK: number; days: number; withGaps: boolean; setIds: string[] }

/** Undefined: it was deleted, or has ended. */
export async function beginDiff(tx: TenantTransaction, id: string): Promise<DiffRun | undefined> {
  const { rows } = await sql<DiffRun>`
    update answer_diffs set state = 'running', alive_until = ${ALIVE}
    where id = ${id}::uuid and state in ('queued', 'running')
    returning top_k as "topK", days, with_gaps as "withGaps", set_ids as "setIds"`.execute(tx)
  return rows[0]
}

const ALIVE = sql`now() + interval '10 minutes'`

/** False: it was deleted, or ended meanwhile. */
export async function stayAlive(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update answer_diffs set alive_until = ${ALIVE}
    where id = ${id}::uuid and state = 'running'`.execute(tx)
  return numAffectedRows === 1n
}

/** The documents that it replaces or adds. */
export async function changedDocuments(tx: TenantTransaction, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from overlay_pages where diff_id = ${id}::uuid`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

export type WaitingQuestion = {
  position: number
  question: string
  expect: Expectation | null
  expected_pages: string[]
  must_say: string[]
}

export async function waitingQuestions(
  tx: TenantTransaction,
  id: string,
): Promise<WaitingQuestion[]> {
  const { rows } = await sql<WaitingQuestion>`
    select position, question, expect, expected_pages, must_say from answer_diff_items
    where diff_id = ${id}::uuid and verdict is null order by position`.execute(tx)
  return rows
}

export type Compared = {
  verdict: DiffVerdict
  before: DiffAnswer
  after: DiffAnswer
  differences: DiffDifference[]
}

/** False: the diff or its question was deleted meanwhile. */
export async function storeCompared(
  tx: TenantTransaction,
  id: string,
  position: number,
  { verdict, before, after, differences }: Compared,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update answer_diff_items set verdict = ${verdict}, before = ${JSON.stringify(before)}::jsonb,
      after = ${JSON.stringify(after)}::jsonb, differences = ${JSON.stringify(differences)}::jsonb
    where diff_id = ${id}::uuid and position = ${position}`.execute(tx)
  return numAffectedRows === 1n && stayAlive(tx, id)
}

export async function endDiff(
  tx: TenantTransaction,
  id: string,
  reason: string | null = null,
): Promise<void> {
  await sql`
    update answer_diffs set state = ${reason === null ? 'completed' : 'failed'}, reason = ${reason},
                            ended_at = now()
    where id = ${id}::uuid and state = 'running'`.execute(tx)
}
