import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { mapInBatches } from './map-in-batches.ts'
import { addPageWords } from './page-words.ts'
import type { TermDeltas } from './term-statistics.ts'
import { applyTermDeltas, countTerms, noDeltas } from './term-statistics.ts'

/** Statistics count readable passages only, so that scores reveal nothing of restricted documents. */
export async function countDocumentTerms(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  documentId: string,
  sign: 1 | -1,
): Promise<void> {
  const deltas = noDeltas()
  await addDocumentTerms(tx, deltas, [documentId], sign)
  await applyTermDeltas(tx, knowledgeBaseId, deltas)
}

/** Writes nothing: the deltas of many documents are applied once. */
export async function addDocumentTerms(
  tx: TenantTransaction,
  deltas: TermDeltas,
  documentIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  if (documentIds.length === 0) return
  const counted = tx
    .selectFrom('passages as p')
    .select('p.terms')
    .where('p.document_id', 'in', documentIds)
  if (sign === -1) {
    for (const { terms } of await counted.execute()) countTerms(deltas.counts, terms, sign)
    return
  }
  const passages = await counted
    .innerJoin('documents as d', 'd.id', 'p.document_id')
    .select(['p.knowledge_base_id', 'p.heading_path', 'p.content', 'd.indexed_title', 'd.language'])
    .execute()
  await mapInBatches(passages, ({ terms, knowledge_base_id, heading_path, content, ...page }) => {
    countTerms(deltas.counts, terms, sign)
    const about = { knowledgeBaseId: knowledge_base_id, title: page.indexed_title ?? '' }
    const text = { headingPath: heading_path, content }
    addPageWords(deltas.words, { ...about, language: page.language }, text)
  })
}
