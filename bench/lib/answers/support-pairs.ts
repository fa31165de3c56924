import type { CitablePassage } from '../../../server/src/answering/citations/citable-passage.ts'
import { statementsOf } from '../../../server/src/answering/citations/statements.ts'
import { analyse, passageWeights } from '../../../server/src/text/terms.ts'
import type { AnsweredSet } from '../sets/answered-sets.ts'

/** One sentence of a reference answer, beside what a search for its question would have found. */
export type SupportCase = {
  task: number
  question: string
  statement: string
  /** The passages that the answer was written from, then others: ten in all, or more. */
  sources: readonly CitablePassage[]
  trueCount: number
}

const LIST_SIZE = 10
/** As the product: too short to be checked. */
const MIN_TERMS = 3

export function supportCases(set: AnsweredSet, taskLimit: number): SupportCase[] {
  const search = createKeywordSearch(set.passages.map(({ title, text }) => `${title}\n${text}`))
  const positions = new Map(set.passages.map(({ id }, position) => [id, position]))
  return set.tasks.slice(0, taskLimit).flatMap(({ question, answer, passageIds }, task) => {
    const own = passageIds.flatMap((id) => positions.get(id) ?? [])
    if (own.length === 0) return []
    const others = search(question).filter((position) => !own.includes(position))
    const listed = [...own, ...others.slice(0, Math.max(1, LIST_SIZE - own.length))]
    const sources = listed.map((position) => toSource(set.passages[position]))
    return sentencesOf(answer).map((statement) => ({
      task,
      question,
      statement,
      sources,
      trueCount: own.length,
    }))
  })
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Each sentence as the product sees it when a marker follows it. */
function sentencesOf(answer: string): string[] {
  return answer
    .split('\n')
    .flatMap((line) => {
      const markers: { index: number; offset: number }[] = []
      let marked = ''
      for (const { segment } of sentences.segment(line)) {
        marked += segment.trimEnd()
        markers.push({ index: 1, offset: marked.length })
        marked += '[1] '
      }
      return statementsOf(marked, markers).flatMap(([statement]) => statement ?? [])
    })
    .filter((statement) => new Set(analyse(statement)).size >= MIN_TERMS)
}

function toSource(passage: AnsweredSet['passages'][number] | undefined): CitablePassage {
  return {
    citation: {
      title: passage?.title ?? '',
      url: '',
      document_id: passage?.id ?? '',
      chunk_id: passage?.id ?? '',
      heading_path: [],
      excerpt: '',
    },
    content: passage?.text ?? '',
    language: 'en',
  }
}

/** BM25 in memory with the product's terms and weights; positions, best first. */
function createKeywordSearch(texts: readonly string[]): (query: string) => number[] {
  const weights = texts.map((text) => passageWeights(analyse(text)))
  const spread = new Map<string, number>()
  for (const passage of weights) {
    for (const term of passage.keys()) spread.set(term, (spread.get(term) ?? 0) + 1)
  }
  const rarity = (term: string) => {
    const found = spread.get(term) ?? 0
    return Math.log(1 + (texts.length - found + 0.5) / (found + 0.5))
  }
  return (query) => {
    const terms = [...new Set(analyse(query))].map((term) => [term, rarity(term)] as const)
    return weights
      .map((passage, position) => ({
        position,
        score: terms.reduce((sum, [term, weight]) => sum + weight * (passage.get(term) ?? 0), 0),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 3 * LIST_SIZE)
      .map(({ position }) => position)
  }
}
