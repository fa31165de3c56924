import { sql } from 'kysely'
import { offTopicLikeness } from '../../../server/src/models/embedding/off-topic-examples.ts'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import type {
  Evidence,
  FoundPassage,
} from '../../../server/src/retrieval/answerability/evidence.ts'
import {
  COMPARED_PASSAGES,
  evidenceStatement,
  readEvidence,
} from '../../../server/src/retrieval/answerability/evidence.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import type { SetIndex } from '../sets/index-set.ts'

/** What the product judges answerability by, in whatever state `db` shows. */
export async function evidenceOf(
  { caller, embedders }: SetIndex,
  db: Db,
  text: string,
  candidates: readonly FoundPassage[],
): Promise<Evidence> {
  const questions = analyseQuery(caller, text)
  const [row] = await withTenant(db, caller, async (tx) => {
    const ids = candidates.slice(0, COMPARED_PASSAGES).map(({ passageId }) => passageId)
    return (await evidenceStatement(questions, sql`${ids}::uuid[]`).execute(tx)).rows
  })
  if (!row) throw new Error('The evidence has no row')
  const { signal } = new AbortController()
  const likeness = await offTopicLikeness(embedders.standard, text, signal)
  return readEvidence(questions, candidates, row, likeness)
}
