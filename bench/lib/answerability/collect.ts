import type { Evidence } from '../../../server/src/retrieval/answerability/evidence.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { everyNth } from '../every-nth.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { alteredKey } from '../sets/index-set.ts'
import { withChange } from '../ranking/search.ts'
import type { SetQuery } from '../sets/sets.ts'
import type { Corpus } from './corpora.ts'
import { gatherEvidence } from './gather-evidence.ts'
import type { OffTopicQuestion } from './off-topic.ts'

/** `covered`: a document answers it. All others are to be refused. */
export type QuestionKind = 'covered' | 'removed' | 'uncovered' | 'off-topic'

/** One question to one corpus, with everything the product could judge it by. */
export type CollectedRow = {
  corpus: string
  family: string
  /** How many pages the corpus has. */
  pages: number
  kind: QuestionKind
  /** What an off-topic question is about; else empty. */
  topic: string
  language: string
  text: string
  evidence: Evidence
}

/** Off-topic questions to a small corpus, and to one of a page or two. */
const FEW_OFF_TOPIC = { small: 24, tiny: 8 }
const MAX_TINY = 2

/** Asks everything once: with its documents, without them, and what no document answers. */
export async function collectRows(
  index: SetIndex,
  corpus: Corpus,
  offTopic: readonly OffTopicQuestion[],
): Promise<CollectedRow[]> {
  const rows: CollectedRow[] = []
  const { name, family } = corpus
  const pages = corpus.set.documents.length
  const add = async (
    db: Db,
    question: Pick<CollectedRow, 'kind' | 'topic' | 'language' | 'text'>,
  ) => {
    const evidence = await gather(index, db, question.text)
    rows.push({ corpus: name, family, pages, ...question, evidence })
  }
  for (const query of corpus.set.queries) {
    const asked = { topic: '', language: 'en', text: query.text }
    await withChange(index, alteration(index, query), (db) =>
      add(db, { kind: 'covered', ...asked }),
    )
    const hide = relevantRows(index, query)
    // A knowledge base without pages has nothing to judge.
    if (hide.length === pages) continue
    await withChange(index, { hide, show: [] }, (db) => add(db, { kind: 'removed', ...asked }))
  }
  const { db } = index.roles.api
  for (const text of corpus.uncovered) {
    await add(db, { kind: 'uncovered', topic: '', language: 'en', text })
  }
  for (const { kind: topic, language, text } of offTopicFor(corpus, offTopic)) {
    await add(db, { kind: 'off-topic', topic, language, text })
  }
  return rows
}

function offTopicFor(
  { isSmall, set }: Corpus,
  all: readonly OffTopicQuestion[],
): readonly OffTopicQuestion[] {
  if (!isSmall) return all
  const { tiny, small } = FEW_OFF_TOPIC
  return everyNth(all, set.documents.length <= MAX_TINY ? tiny : small)
}

async function gather(index: SetIndex, db: Db, text: string): Promise<Evidence> {
  const { embedders, metrics, caller } = index
  const query = { caller, text, groupIds: null, limit: 10, withEvidence: true }
  const { signal } = new AbortController()
  return gatherEvidence(index, text, await retrieve({ db, embedders, metrics }, query, signal))
}

const getRow = ({ rowIds }: SetIndex, key: string): string => {
  const rowId = rowIds.get(key)
  if (rowId === undefined) throw new Error(`Judged but not in the corpus: ${key}`)
  return rowId
}

/** A query made from a heading sees its page without that heading. */
const alteration = (index: SetIndex, { id, altered }: SetQuery) => ({
  hide: altered.map(({ documentId }) => getRow(index, documentId)),
  show: altered.map(({ documentId }) => getRow(index, alteredKey(id, documentId))),
})

const relevantRows = (index: SetIndex, { relevance }: SetQuery): string[] =>
  [...relevance].filter(([, grade]) => grade > 0).map(([id]) => getRow(index, id))
