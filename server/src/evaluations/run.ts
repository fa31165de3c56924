import type { EvaluationItem } from '@footnote/contract/admin/evaluations/evaluations'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { listItems } from './evaluations.ts'
import type { Timed } from './metrics/get-metrics.ts'
import { getMetrics } from './metrics/get-metrics.ts'

export type Run = { model: string | null; topK: number }

export type WaitingItem = Pick<
  EvaluationItem,
  'question' | 'expect' | 'expected_pages' | 'must_say'
> & { position: number }

export type ItemResult = Omit<
  EvaluationItem,
  'question' | 'expect' | 'expected_pages' | 'must_say' | 'from_message_id'
>

/** What waits for it: a held sync, or vectors of another model. Undefined: it was deleted. */
export async function findAwaiting(
  tx: TenantTransaction,
  id: string,
): Promise<{ syncId: string | null; spaceId: string | null } | undefined> {
  const { rows } = await sql<{ syncId: string | null; spaceId: string | null }>`
    select sync_id as "syncId", space_id as "spaceId" from evaluations
    where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Undefined: it was deleted, or has ended. */
export async function beginRun(tx: TenantTransaction, id: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update evaluations set state = 'running'
    where id = ${id}::uuid and state in ('queued', 'running')
    returning model, top_k as "topK"`.execute(tx)
  return rows[0]
}

export async function waitingItems(tx: TenantTransaction, id: string): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select position, question, expect, expected_pages, must_say from evaluation_items
    where evaluation_id = ${id}::uuid and outcome = 'waiting' order by position`.execute(tx)
  return rows
}

/** The documents with these addresses. */
export async function findPages(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; url: string }>`
    select id, url from documents where url = any(${[...urls]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, url }) => [url, id]))
}

/** False: the evaluation or its question was deleted meanwhile. */
export async function storeResult(
  tx: TenantTransaction,
  id: string,
  position: number,
  result: ItemResult,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update evaluation_items set
      outcome = ${result.outcome}, passed = ${result.passed}, answer = ${result.answer},
      citations = ${JSON.stringify(result.citations)}::jsonb,
      missing_pages = ${result.missing_pages}::text[], recall = ${result.recall},
      citation_precision = ${result.citation_precision}, said = ${result.said}, ms = ${result.ms},
      input_tokens = ${result.input_tokens}, output_tokens = ${result.output_tokens},
      error_code = ${result.error_code}
    where evaluation_id = ${id}::uuid and position = ${position}`.execute(tx)
  return numAffectedRows === 1n
}

/** Measures it once every question was asked. */
export async function completeRun(tx: TenantTransaction, id: string): Promise<void> {
  const items = (await listItems(tx, id)).flatMap(toTimed)
  await sql`
    update evaluations set state = 'completed', ended_at = now(),
                           metrics = ${JSON.stringify(getMetrics(items))}::jsonb
    where id = ${id}::uuid`.execute(tx)
}

export async function failRun(tx: TenantTransaction, id: string, reason: string): Promise<void> {
  await sql`
    update evaluations set state = 'failed', reason = ${reason}, ended_at = now()
    where id = ${id}::uuid`.execute(tx)
}

function toTimed({ outcome, passed, ...item }: EvaluationItem): Timed[] {
  return outcome === 'waiting' ? [] : [{ ...item, outcome, passed: passed === true }]
}
