import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { SearchContext } from '../../knowledge/search-context.ts'
import { offTopicLikeness } from '../../models/embedding/off-topic-examples.ts'
import { runAsTenant } from '../../platform/database/tenant.ts'
import type { RetrievalDeps } from '../retrieve.ts'
import { analyseQuery } from '../../text/analysed-query.ts'
import { THRESHOLDS } from './coefficients.ts'
import type { Evidence, FoundPassage } from './evidence.ts'
import { evidenceStatement, readEvidence } from './evidence.ts'
import { probabilityOf, thresholdFor } from './probability.ts'

export type Assessment = {
  /** That the documents answer the question, 0 to 1. */
  probability: number
  /** Below it the question is refused. */
  threshold: number
  strictness: Answerability
  isAnswerable: boolean
}

type Asked = { text: string; candidates: readonly FoundPassage[]; strictness: Answerability }
type Deps = Pick<RetrievalDeps, 'db' | 'embedders'>

/** How likely the documents answer a question, from what its search found. One round trip. */
export async function assessAnswerability(
  deps: Deps,
  caller: SearchContext,
  { strictness, ...asked }: Asked,
  signal: AbortSignal,
): Promise<Assessment> {
  const evidence = asked.candidates.length === 0 ? null : await gather(deps, caller, asked, signal)
  const probability = evidence ? probabilityOf(evidence) : 0
  const threshold = evidence ? thresholdFor(evidence, strictness) : THRESHOLDS.all[strictness]
  return { probability, threshold, strictness, isAnswerable: probability >= threshold }
}

async function gather(
  { db, embedders }: Deps,
  caller: SearchContext,
  { text, candidates }: Omit<Asked, 'strictness'>,
  signal: AbortSignal,
): Promise<Evidence> {
  const questions = analyseQuery(caller, text)
  const likeness = await offTopicLikeness(embedders.named(caller.space.model), text, signal)
  const [row] = await runAsTenant(db, caller, evidenceStatement(questions, candidates))
  if (!row) throw new Error('The evidence has no row')
  return readEvidence(questions, candidates, row, likeness)
}
