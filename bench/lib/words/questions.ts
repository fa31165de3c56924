import { join } from 'node:path'
import type { Relevance } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { JUDGED_SETS } from '../answers/judged-corpora.ts'
import type { JudgedQuestion } from '../answers/judged-questions.ts'
import { readJudgedQuestions } from '../answers/judged-questions.ts'
import { ROOT } from '../options.ts'
import { readLines } from '../sets/sets.ts'
import { misspell } from './misspell.ts'

type CorpusName = JudgedQuestion['corpus']

/** A question that some pages of its corpus answer. */
export type CoveredQuestion = { corpus: CorpusName; question: string; relevance: Relevance }

/** A question that names something no page mentions. */
export type NamingQuestion = { corpus: CorpusName; question: string; names: string }

/** A question with one or two typing errors; the right one is covered. */
export type MistypedQuestion = CoveredQuestion & { right: string; by: 'hand' | 'rule' }

const FOLDER = join(ROOT, 'bench/words')
const BY_RULE = 120

/** `unseen` was written after the rule for names, and never looked at for it. */
export const readNaming = (set: 'missing' | 'unseen'): Promise<NamingQuestion[]> =>
  readLines(join(FOLDER, `${set}.jsonl`))

/** Those of `judged`, both sets, and those about our own documentation. */
export async function readCovered(): Promise<CoveredQuestion[]> {
  const judged = await Promise.all(Object.values(JUDGED_SETS).map(readJudgedQuestions))
  type Own = { question: string; pages?: Record<string, number> }
  const own = await readLines<Own>(join(ROOT, 'bench/own/questions.jsonl'))
  return [
    ...judged.flat().map(({ corpus, question, pages }) => {
      return { corpus, question, relevance: new Map(pages.map((page) => [page, 1])) }
    }),
    ...own.flatMap(({ question, pages }) => {
      return pages ? [{ corpus: 'own' as const, question, relevance: toRelevance(pages) }] : []
    }),
  ]
}

const toRelevance = (pages: Record<string, number>): Relevance => new Map(Object.entries(pages))

/** Written by hand, and made by rule from other covered questions. */
export async function readMistyped(
  covered: readonly CoveredQuestion[],
): Promise<MistypedQuestion[]> {
  type Line = { corpus: CorpusName; question: string; right: string }
  const lines = await readLines<Line>(join(FOLDER, 'typos.jsonl'))
  const byWords = new Map(covered.map((one) => [sortedWords(one.question), one]))
  const byHand = lines.map(({ corpus, question, right }): MistypedQuestion => {
    const labelled = byWords.get(sortedWords(right))
    if (!labelled) throw new Error(`No covered question is meant by: ${right}`)
    return { corpus, question, right, relevance: labelled.relevance, by: 'hand' }
  })
  const used = new Set(lines.map(({ right }) => sortedWords(right)))
  const byRule = covered
    .filter(({ question }) => !used.has(sortedWords(question)))
    .flatMap((one, seed): MistypedQuestion[] => {
      const question = misspell(one.question, seed)
      return question === one.question
        ? []
        : [{ ...one, question, right: one.question, by: 'rule' }]
    })
    .slice(0, BY_RULE)
  return [...byHand, ...byRule]
}

const sortedWords = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ')
