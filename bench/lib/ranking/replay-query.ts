import type { Replay } from './abstention.ts'
import { coverageScores } from './abstention.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { alteredKey } from '../sets/index-set.ts'
import type { Relevance } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { mean, ndcg, recall } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { byMinMax, byText, byVector, firstOfEach, rankDocuments } from './rankings.ts'
import type { Found } from './search.ts'
import { search, withChange } from './search.ts'
import type { SetQuery } from '../sets/sets.ts'

export type Quality = { ndcg10: number; recall10: number; recall100: number }

export type QueryResult = {
  /** By the ranking's name. */
  quality: Record<RankingName, Quality>
  replay: Replay
  /** Whether the product returned nothing at all. */
  refused: { present: boolean; removed: boolean }
}

export const RANKING_NAMES = ['BM25', 'dense', 'min-max', 'product'] as const
export type RankingName = (typeof RANKING_NAMES)[number]

/** Asks one question twice: of the whole knowledge base, and of one without its relevant pages. */
export async function replayQuery(index: SetIndex, query: SetQuery): Promise<QueryResult> {
  const getRow = (key: string): string => {
    const rowId = index.rowIds.get(key)
    if (rowId === undefined) throw new Error(`Judged but not in the corpus: ${key}`)
    return rowId
  }
  const hide = query.altered.map(({ documentId }) => getRow(documentId))
  const show = query.altered.map(({ documentId }) => getRow(alteredKey(query.id, documentId)))
  const relevantIds = [...query.relevance].filter(([, grade]) => grade > 0).map(([id]) => id)
  const present = await withChange(index, { hide, show }, (db) => search(index, db, query.text))
  const removed = await withChange(index, { hide: relevantIds.map(getRow), show: [] }, (db) =>
    search(index, db, query.text),
  )
  if (removed.candidates.some(({ documentId }) => query.relevance.get(documentId))) {
    throw new Error('A removed page was found')
  }
  return {
    quality: getQuality(query.relevance, present),
    replay: {
      present: coverageScores(present),
      removed: coverageScores(removed),
    },
    refused: { present: present.ranked.length === 0, removed: removed.ranked.length === 0 },
  }
}

export function getQuality(
  relevance: Relevance,
  { candidates, ranked }: Found,
): Record<RankingName, Quality> {
  const measure = (ranking: readonly string[]): Quality => ({
    ndcg10: ndcg(ranking, relevance, 10),
    recall10: recall(ranking, relevance, 10),
    recall100: recall(ranking, relevance, 100),
  })
  return {
    BM25: measure(rankDocuments(candidates, byText)),
    dense: measure(rankDocuments(candidates, byVector)),
    'min-max': measure(rankDocuments(candidates, byMinMax(0.5))),
    product: measure(firstOfEach(ranked.map(({ documentId }) => documentId))),
  }
}

export const averageQuality = (rows: readonly Quality[]): Quality => ({
  ndcg10: mean(rows.map(({ ndcg10 }) => ndcg10)),
  recall10: mean(rows.map(({ recall10 }) => recall10)),
  recall100: mean(rows.map(({ recall100 }) => recall100)),
})
