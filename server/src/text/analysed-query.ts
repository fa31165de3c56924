import { analyse, termId } from './terms.ts'

/** The query's terms in one language, to be matched against texts in that language. */
export type AnalysedQuery = { language: string; terms: readonly number[] }

type QueriedBase = { knowledgeBaseId: string; languages: readonly string[] }

/** Passages were stemmed in their own language, so the query is analysed in each document language. */
export function analyseQuery(
  { knowledgeBaseId, languages }: QueriedBase,
  text: string,
): AnalysedQuery[] {
  const all = languages.length > 0 ? languages : ['en']
  return all.map((language) => {
    const terms = analyse(text, language).map((term) => termId(knowledgeBaseId, term))
    return { language, terms: [...new Set(terms)] }
  })
}

/** The terms of all languages, each once and sorted, so that the same words give the same list. */
export const allTerms = (queries: readonly AnalysedQuery[]): number[] =>
  [...new Set(queries.flatMap(({ terms }) => terms))].toSorted((a, b) => a - b)
