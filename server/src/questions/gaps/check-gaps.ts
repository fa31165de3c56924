import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import { sql } from 'kysely'
import { findSearchContext } from '../../knowledge/search-context.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { assessAnswerability } from '../../retrieval/answerability/assess.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { chooseFilter } from '../../retrieval/choose-filter.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import { shownQuestion } from './shown-question.ts'

/** `readers`: searches as readers do. `db` writes what was found. */
export type CheckingDeps = { db: Db; readers: RetrievalDeps }

/** The largest first. The rest is checked when documents change again. */
const MAX_CHECKED = 200
const NEAREST = 3
/** Passages looked at for the nearest pages. */
const TOP_K = 10

/**
 * Searches for the question of each open gap, as a reader without groups would: which pages come near,
 * and whether it is covered now. `changed`: also for those that were checked before.
 */
export async function checkGaps(
  { db, readers }: CheckingDeps,
  tenant: Tenant,
  { changed }: { changed: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { caller, strictness, gaps } = await withTenant(db, tenant, async (tx) => {
    const { answerability } = await tx
      .selectFrom('knowledge_bases')
      .select('answerability')
      .where('id', '=', tenant.knowledgeBaseId)
      .executeTakeFirstOrThrow()
    const strict: Answerability = answerability
    const { rows } = await sql<{ id: string; text: string }>`
      select g.id, q.text from gaps g cross join lateral (${shownQuestion(sql`g`)}) q
      where g.state = 'open' and (${changed}::boolean or g.checked_at is null)
      order by (select count(*) from gap_questions c where c.gap_id = g.id) desc, g.id
      limit ${MAX_CHECKED}`.execute(tx)
    return { caller: await findSearchContext(tx, tenant), strictness: strict, gaps: rows }
  })
  for (const { id, text } of gaps) {
    const filter = await chooseFilter(readers.db, caller, { text, groupIds: null })
    const query = { caller, text, groupIds: null, filter, limit: TOP_K, withEvidence: true }
    const { passages, candidates, evidence, words } = await retrieve(readers, query, signal)
    const asked = { text, candidates, evidence, words, strictness }
    const { isAnswerable } = await assessAnswerability(readers.embedders, caller, asked, signal)
    const documents = [...new Set(passages.map(({ documentId }) => documentId))].slice(0, NEAREST)
    await withTenant(db, tenant, (tx) =>
      sql`
        update gaps set checked_at = now(), covered_now = ${isAnswerable && passages.length > 0},
                        nearest_documents = ${documents}::uuid[],
                        missing_words = ${[...words.missing]}::text[]
        where id = ${id}`.execute(tx),
    )
  }
}
