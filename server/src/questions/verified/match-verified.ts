import type { Trace } from '@footnote/contract/admin/messages'
import { sql } from 'kysely'
import type { SearchContext } from '../../knowledge/search-context.ts'
import type { Embedders } from '../../models/embedding/embedders.ts'
import { calibrate } from '../../models/embedding/similarity-baseline.ts'
import type { Db } from '../../platform/database/db.ts'
import { runPrepared } from '../../platform/database/statements.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { readAsTenant } from '../../platform/database/tenant.ts'
import type { DocumentScope } from '../../retrieval/document-scope.ts'
import { inScope } from '../../retrieval/document-scope.ts'
import { embedQuestion } from '../../retrieval/embed-question.ts'
import type { Passage } from '../../retrieval/load-passages.ts'
import { loadPassages } from '../../retrieval/load-passages.ts'
import { differingWords } from './differing-words.ts'

/** Questions that differ more are not compared by their words. In bench/README.md, verified. */
export const MIN_SIMILARITY = 0.4
/** So many of the nearest wordings are compared by their words. */
const COMPARED = 10

export type AskedQuestion = DocumentScope & {
  caller: SearchContext & { knowledgeBaseName: string }
  text: string
  /** Left out as if they were deleted. */
  hiddenDocumentIds: ReadonlySet<string>
}

/** What the trace says of the nearest. */
export type NearestVerified = NonNullable<Trace['verified_answer']>

export type VerifiedMatch = {
  nearest: NearestVerified
  /** Null: it is not the same question. */
  given: { text: string; verifiedAt: Date; passages: Passage[] } | null
}

type WordingRow = {
  id: string
  question: string
  answer: string
  verified_at: Date
  document_ids: string[]
  similarity: number
}

/**
 * The verified answer whose question has the meaning of this one, of those whose sources may all be seen
 * and fit the filter. Null: there is none to compare with. One statement, and one more for a match.
 */
export async function matchVerified(
  { db, embedders }: { db: Db; embedders: Embedders },
  asked: AskedQuestion,
  signal: AbortSignal,
): Promise<VerifiedMatch | null> {
  const { caller, text, hiddenDocumentIds } = asked
  // The search embeds the same text, which is remembered.
  const { vector, similarityBaseline } = await embedQuestion(embedders, caller, text, signal)
  return readAsTenant(db, caller, async (tx) => {
    const rows = await findNearest(tx, asked, vector)
    const compared = rows
      .filter(({ document_ids }) => !document_ids.some((id) => hiddenDocumentIds.has(id)))
      .map((row) => compare(row, asked, similarityBaseline))
    const [first] = compared
    if (!first) return null
    const same = compared.find(({ nearest }) => nearest.given)
    const passages = same && (await findSections(tx, caller, same.row, vector))
    // A page without passages cannot be cited.
    if (!same || !passages) return { nearest: { ...first.nearest, given: false }, given: null }
    const { answer, verified_at: verifiedAt } = same.row
    return { nearest: same.nearest, given: { text: answer, verifiedAt, passages } }
  })
}

function compare(
  row: WordingRow,
  { caller, text }: AskedQuestion,
  similarityBaseline: number,
): { row: WordingRow; nearest: NearestVerified } {
  const similarity = calibrate(row.similarity, similarityBaseline)
  const described = {
    id: row.id,
    question: row.question,
    similarity: Math.round(similarity * 10_000) / 10_000,
  }
  if (similarity < MIN_SIMILARITY)
    return { row, nearest: { ...described, given: false, reason: 'meaning' } }
  const words = differingWords(text, row.question, caller)
  return {
    row,
    nearest:
      words.length === 0
        ? { ...described, given: true }
        : { ...described, given: false, reason: 'words', differing_words: words },
  }
}

/** The nearest wordings of answers of which every source is in scope, nearest first. */
const findNearest = (
  tx: TenantTransaction,
  { caller, ...scope }: AskedQuestion,
  vector: Buffer | string,
): Promise<WordingRow[]> =>
  runPrepared(
    tx,
    sql<WordingRow>`
      select a.id, a.questions[v.position] as question, a.answer, a.verified_at,
             array(select s.document_id from readable_verified_sources s
                   where s.verified_answer_id = a.id order by s.position) as document_ids,
             1 - (v.embedding <=> ${vector}::halfvec) as similarity
      from readable_verified_vectors v
      join readable_verified_answers a on a.id = v.verified_answer_id
      where v.space_id = ${caller.space.id} and not exists (
        select from readable_verified_sources s
        where s.verified_answer_id = a.id and not (true ${inScope(scope, sql`s.document_id`)}))
      order by v.embedding <=> ${vector}::halfvec
      limit ${sql.lit(COMPARED)}`,
  )

/** The passage of each source that is nearest to the question. Null where a page has none. */
async function findSections(
  tx: TenantTransaction,
  { space }: SearchContext,
  { document_ids: documentIds }: WordingRow,
  vector: Buffer | string,
): Promise<Passage[] | null> {
  const rows = await runPrepared(
    tx,
    sql<{ id: string }>`
      select nearest.passage_id as id
      from unnest(${documentIds}::uuid[]) with ordinality as wanted (id, position)
      cross join lateral (
        select v.passage_id from readable_vectors v
        where v.space_id = ${space.id} and v.document_id = wanted.id
        order by v.embedding <=> ${vector}::halfvec limit 1) nearest
      order by wanted.position`,
  )
  const { passages } = await loadPassages(
    tx,
    rows.map(({ id }) => id),
  )
  const found = rows.flatMap(({ id }) => passages.get(id) ?? [])
  return found.length === documentIds.length ? found : null
}
