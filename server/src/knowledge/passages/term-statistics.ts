import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

/** A pseudo-term that counts the passages themselves. Real term ids begin at 1. */
export const ALL_PASSAGES = 0

/** By how much each term's passage count changes. */
export type TermDeltas = Map<number, number>

export function countTerms(deltas: TermDeltas, terms: Iterable<number>, sign: 1 | -1): void {
  const add = (term: number) => deltas.set(term, (deltas.get(term) ?? 0) + sign)
  add(ALL_PASSAGES)
  for (const term of terms) add(term)
}

/**
 * Call it last in a transaction: it locks the knowledge base's statistics until the commit. Frequent
 * terms are in every document, so writers would queue on those rows anyway, and without this lock they
 * would take them in different orders and deadlock.
 */
export async function applyTermDeltas(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  deltas: TermDeltas,
): Promise<void> {
  const more = [...deltas].filter(([, delta]) => delta > 0)
  const fewer = [...deltas].filter(([, delta]) => delta < 0)
  if (more.length === 0 && fewer.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('term_statistics ' || ${knowledgeBaseId}, 0))`.execute(
    tx,
  )
  if (more.length > 0) {
    await sql`
      insert into term_statistics (knowledge_base_id, term, passages)
      select ${knowledgeBaseId}, t.term, t.delta
      from unnest(${more.map(([term]) => term)}::int[], ${more.map(([, delta]) => delta)}::int[])
        as t (term, delta)
      on conflict (knowledge_base_id, term)
        do update set passages = term_statistics.passages + excluded.passages`.execute(tx)
  }
  if (fewer.length > 0) {
    await sql`
      update term_statistics s set passages = s.passages + t.delta
      from unnest(${fewer.map(([term]) => term)}::int[], ${fewer.map(([, delta]) => delta)}::int[])
        as t (term, delta)
      where s.knowledge_base_id = ${knowledgeBaseId} and s.term = t.term`.execute(tx)
  }
}
