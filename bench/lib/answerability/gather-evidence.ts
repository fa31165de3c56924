import { offTopicLikeness } from '../../../server/src/models/embedding/off-topic-examples.ts'
import type { Evidence } from '../../../server/src/retrieval/answerability/evidence.ts'
import { readEvidence } from '../../../server/src/retrieval/answerability/evidence.ts'
import type { Retrieved } from '../../../server/src/retrieval/retrieve.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import type { SetIndex } from '../sets/index-set.ts'

/** What the product judges answerability by. */
export async function gatherEvidence(
  { caller, embedders }: SetIndex,
  text: string,
  { candidates, evidence }: Retrieved,
): Promise<Evidence> {
  const { signal } = new AbortController()
  const likeness = await offTopicLikeness(embedders.standard, text, signal)
  const row = evidence ?? { statistics: null, passages: null }
  return readEvidence(analyseQuery(caller, text), candidates, row, likeness)
}
