import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { PageWords } from './page-words.ts'

/** A pseudo-term that counts the passages themselves. Real term ids begin at 1. */
export const ALL_PASSAGES = 0

/** By how much each term's passage count changes. */
export type TermCounts = Map<number, number>

/** `words`: of passages that are added. Those that no passage has any more go with their terms. */
export type TermDeltas = { counts: TermCounts; words: PageWords }

export const noDeltas = (): TermDeltas => ({ counts: new Map(), words: new Map() })

export function countTerms(deltas: TermCounts, terms: Iterable<number>, sign: 1 | -1): void {
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
  { counts, words }: TermDeltas,
): Promise<void> {
  const more = [...counts].filter(([, delta]) => delta > 0)
  const fewer = [...counts].filter(([, delta]) => delta < 0)
  if (more.length === 0 && fewer.length === 0 && words.size === 0) return
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
    await sql`
      delete from page_words w using term_statistics s
      where w.knowledge_base_id = ${knowledgeBaseId} and s.knowledge_base_id = ${knowledgeBaseId}
        and w.term = any(${fewer.map(([term]) => term)}::int[]) and s.term = w.term
        and s.passages = 0`.execute(tx)
  }
  await addWords(tx, knowledgeBaseId, words)
}

async function addWords(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  words: PageWords,
): Promise<void> {
  if (words.size === 0) return
  const rows = [...words].flatMap(([term, all]) => [...all].map((word) => ({ term, word })))
  await sql`
    insert into page_words (knowledge_base_id, word, term)
    select ${knowledgeBaseId}, w.word, w.term
    from unnest(${rows.map(({ word }) => word)}::text[], ${rows.map(({ term }) => term)}::int[])
      as w (word, term)
    on conflict do nothing`.execute(tx)
}
