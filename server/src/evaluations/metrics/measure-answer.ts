import type { Expectation } from '@footnote/contract/admin/evaluations/question-sets'
import { plainText } from './plain-text.ts'
import { recall } from './ranking-metrics.ts'

/** Recall counts pages among so many first. */
export const RECALL_CUT = 10

/** What an answer must have; pages by their document ids. */
export type Expected = {
  expect: Expectation
  pages: readonly string[]
  must_say: readonly string[]
}

export type GivenAnswer = {
  refused: boolean
  /** Pages as the search ordered them. */
  ranking: readonly string[]
  cited: readonly string[]
  text: string
}

export type Measured = {
  /** The share of the expected pages among the first ten found; null: none is expected. */
  recall: number | null
  /** The share of the cited pages that is expected; null: none is expected, or none cited. */
  citation_precision: number | null
  /** Whether every phrase is in the answer; null: none is asked for, or it was refused. */
  said: boolean | null
  /** Whether all is as expected. */
  passed: boolean
}

export function measureAnswer(expected: Expected, given: GivenAnswer): Measured {
  const pages = new Set(expected.pages)
  const found = { recall: computeRecall(given.ranking, pages) }
  if (given.refused) {
    const passed = expected.expect === 'refuse'
    return { ...found, citation_precision: null, said: null, passed }
  }
  const cited = [...new Set(given.cited)]
  const right = cited.filter((id) => pages.has(id)).length
  const said = expected.must_say.length === 0 ? null : saysAll(given.text, expected.must_say)
  return {
    ...found,
    citation_precision: pages.size === 0 || cited.length === 0 ? null : right / cited.length,
    said,
    passed: expected.expect === 'answer' && (pages.size === 0 || right > 0) && said !== false,
  }
}

function computeRecall(ranking: readonly string[], pages: ReadonlySet<string>): number | null {
  if (pages.size === 0) return null
  const relevance = new Map([...pages].map((id) => [id, 1]))
  return recall([...new Set(ranking)], relevance, RECALL_CUT)
}

function saysAll(text: string, phrases: readonly string[]): boolean {
  const said = comparable(text)
  return phrases.every((phrase) => said.includes(comparable(phrase)))
}

const comparable = (text: string): string => plainText(text).trim().toLowerCase().normalize('NFKC')
