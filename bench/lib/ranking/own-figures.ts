import type { Rated, Rates } from '../../../server/src/evaluations/metrics/get-metrics.ts'
import { computeRates } from '../../../server/src/evaluations/metrics/get-metrics.ts'
import type { GatedFigure } from '../../own/floors.ts'
import type { AbstentionRow } from './abstention.ts'
import { compareScores, COVERAGE_SCORES } from './abstention.ts'
import { rounded } from '../figures.ts'
import type { Quality, RankingName } from './replay-query.ts'
import { averageQuality } from './replay-query.ts'

/** One question and what became of it. */
export type Asked = {
  text: string
  quality: Record<RankingName, Quality>
  /** In the order of COVERAGE_SCORES. */
  scores: readonly number[]
  /** Whether the product would say that it is not covered. */
  refused: boolean
}

const PRODUCT_SCORE = "the product's probability"

type ShownQuality = { ndcg10: number; recall10: number }

/** `fused` is what readers get; without the floor of relevance is what the order alone is worth. */
export type ShownRanking = 'BM25' | 'dense' | 'fused' | 'fused, without the floor'

export type OwnFigures = {
  rankings: Record<ShownRanking, ShownQuality>
  abstention: AbstentionRow[]
  /** As an evaluation of the service has them. */
  rates: Rates
  /** The share of questions that the product would refuse. */
  refused: { covered: number; uncovered: number; offTopic: number }
  gated: Record<GatedFigure, number>
}

export function getFigures(
  covered: readonly Asked[],
  uncovered: readonly Asked[],
  offTopic: readonly Asked[],
): OwnFigures {
  const average = (name: RankingName): ShownQuality => {
    const { ndcg10, recall10 } = averageQuality(covered.map(({ quality }) => quality[name]))
    return { ndcg10: rounded(ndcg10), recall10: rounded(recall10) }
  }
  const rankings = {
    BM25: average('BM25'),
    dense: average('dense'),
    fused: average('product'),
    'fused, without the floor': average('min-max'),
  }
  const abstention = compareScores(
    Object.keys(COVERAGE_SCORES),
    covered.map(({ scores }) => scores),
    uncovered.map(({ scores }) => scores),
  )
  const rates = computeRates([...asRated(covered, 'answer'), ...asRated(uncovered, 'refuse')])
  const refused = {
    covered: rates.false_abstention ?? 0,
    uncovered: rates.abstention ?? 0,
    offTopic: computeRates(asRated(offTopic, 'refuse')).abstention ?? 0,
  }
  const product = getRow(abstention, PRODUCT_SCORE)
  return {
    rankings,
    abstention,
    rates,
    refused,
    gated: {
      'BM25 nDCG@10': rankings.BM25.ndcg10,
      'dense nDCG@10': rankings.dense.ndcg10,
      'fused nDCG@10': rankings.fused.ndcg10,
      'fused recall@10': rates.recall ?? 0,
      'answerability AUROC': product.auroc,
      'covered answered': rounded(1 - refused.covered),
      'uncovered refused': refused.uncovered,
      'off-topic refused': refused.offTopic,
    },
  }
}

function getRow(rows: readonly AbstentionRow[], name: string): AbstentionRow {
  const row = rows.find(({ score }) => score === name)
  if (!row) throw new Error(`No score is called ${name}`)
  return row
}

const asRated = (asked: readonly Asked[], expect: Rated['expect']): Rated[] =>
  asked.map(({ refused, quality }) => ({
    expect,
    outcome: refused ? 'refused' : 'answered',
    recall: expect === 'answer' ? quality.product.recall10 : null,
  }))
