import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ALL_PASSAGES } from '../../knowledge/passages/term-statistics.ts'
import type { ExpandedQuery } from '../rules/synonyms.ts'
import { idf } from '../text-search.ts'

/** The best passages whose terms are compared with the question's. */
export const COMPARED_PASSAGES = 10
/** Enough to find the best of another page. */
const COUNTED_CANDIDATES = 50
/**
 * Rarity is counted as if there were at least this many passages. With one passage a word that it has
 * would weigh a fifth of one that it lacks, so that any new word in a question would refuse it.
 */
const MIN_COUNTED_PASSAGES = 30

/** What both retrievers say about one passage. */
export type ScoredPassage = { documentId: string; vectorScore: number; textScore: number }

/** Best first, in the fused order. */
export type FoundPassage = ScoredPassage & { passageId: string }

/** A question as it is analysed in one of the documents' languages. */
export type QuestionTerms = ExpandedQuery

/** Everything that answerability is judged by. Plain data, so that a bench can store it. */
export type Evidence = {
  candidates: readonly ScoredPassage[]
  /** How rare each term of the question is, in the language of the best passage. */
  idf: readonly number[]
  /** For each compared passage, the indexes of the terms that it has. */
  compared: readonly { contained: readonly number[] }[]
  /** See off-topic-examples.ts. null: not known. */
  offTopicLikeness: number | null
}

type PassageRow = { id: string; language: string; contained: number[] }
export type EvidenceRow = {
  /** By term, in how many passages it is. */
  statistics: Record<string, number> | null
  passages: PassageRow[] | null
}

/** A question, and the passages that are compared with it. */
export type Comparison = { questions: readonly QuestionTerms[]; passageIds: readonly string[] }

/** What the passages have of the question's terms, and how common these are. */
export function evidenceStatement({ questions, passageIds }: Comparison): RawBuilder<EvidenceRow> {
  const terms = [
    ...new Set(
      questions.flatMap(({ terms: typed, synonyms = [] }) => [
        ...typed,
        ...synonyms.flatMap(({ added }) => added),
      ]),
    ),
  ]
  return sql<EvidenceRow>`
    select
      (select jsonb_object_agg(term, passages) from term_statistics
       where knowledge_base_id = current_knowledge_base() and passages > 0
         and term = any(${[ALL_PASSAGES, ...terms]}::int[])) as statistics,
      (select jsonb_agg(jsonb_build_object(
                'id', p.id, 'language', d.language,
                'contained', array(select unnest(p.terms) intersect select unnest(${terms}::int[]))))
       from readable_passages p
       join readable_documents d on d.id = p.document_id
       where p.id = any(${passageIds}::uuid[])) as passages`
}

export function readEvidence(
  questions: readonly QuestionTerms[],
  candidates: readonly FoundPassage[],
  { statistics, passages }: EvidenceRow,
  offTopicLikeness: number | null,
): Evidence {
  const byId = new Map((passages ?? []).map((passage) => [passage.id, passage]))
  const found = candidates.slice(0, COMPARED_PASSAGES).flatMap(({ passageId }) => {
    const passage = byId.get(passageId)
    return passage ? [passage] : []
  })
  // Stems of two languages do not compare, so one language decides: that of the best passage.
  const language = found[0]?.language
  const question = questions.find((read) => read.language === language) ?? questions[0]
  const terms = question?.terms ?? []
  const total = statistics?.[ALL_PASSAGES] ?? 0
  const standIns = terms.map((term) =>
    (question?.synonyms ?? []).flatMap(({ typed, added }) => (typed.includes(term) ? [added] : [])),
  )
  const countOf = (term: number) => statistics?.[term] ?? 0
  // A word that another stands for is as common as that one.
  const frequencies = terms.map((term, index) =>
    Math.max(
      countOf(term),
      ...(standIns[index] ?? []).map((added) => Math.min(...added.map(countOf))),
    ),
  )
  const rarityAmong = (size: number) => frequencies.map((count) => idf(count, size))
  const rarity = rarityAmong(Math.max(total, MIN_COUNTED_PASSAGES))
  const searchedRarity = rarityAmong(total)
  const findContained = (passage: PassageRow | undefined): number[] => {
    const has = new Set(passage?.language === language ? passage?.contained : [])
    const isSaid = (term: number, index: number) =>
      has.has(term) || standIns[index]?.some((added) => added.every((each) => has.has(each)))
    return terms.flatMap((term, index) => (isSaid(term, index) ? [index] : []))
  }
  return {
    candidates: candidates
      .slice(0, COUNTED_CANDIDATES)
      .map(({ passageId, documentId, vectorScore, textScore }) => {
        const contained = findContained(byId.get(passageId))
        const searched = computeShare(searchedRarity, contained)
        // The search itself weighs terms by the real number of passages.
        const factor = searched === 0 ? 1 : computeShare(rarity, contained) / searched
        return { documentId, vectorScore, textScore: Math.min(1, textScore * factor) }
      }),
    idf: rarity,
    compared: found
      .filter((passage) => passage.language === language)
      .map((passage) => ({ contained: findContained(passage) })),
    offTopicLikeness,
  }
}

/** By rarity, the share that some of the question's terms are of all. */
export function computeShare(rarity: readonly number[], indexes: readonly number[]): number {
  const total = sum(rarity)
  return total === 0 ? 0 : sum(indexes.map((index) => rarity[index] ?? 0)) / total
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
