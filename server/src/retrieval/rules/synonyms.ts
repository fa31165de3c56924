import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import type { SearchContext } from '../../knowledge/search-context.ts'
import type { AnalysedQuery } from '../../text/analysed-query.ts'
import { analyse, termId } from '../../text/terms.ts'

/** Words of a question, and what editors say that pages write for them. */
export type Synonym = {
  words: string
  means: string
  /** The terms of the words, and those that are searched for beside them. */
  typed: readonly number[]
  added: readonly number[]
}

/** Without `synonyms` there are none. */
export type ExpandedQuery = AnalysedQuery & { synonyms?: readonly Synonym[] }

/** Each is looked up: a question that is all synonyms is no question. */
const MOST = 20

/** With the synonyms of what the question says, word for word but for endings. */
export function expandQuery(
  { knowledgeBaseId, rules }: Pick<SearchContext, 'knowledgeBaseId' | 'rules'>,
  query: AnalysedQuery,
  text: string,
): ExpandedQuery {
  const { language } = query
  const phrases = phrasesOf(rules, language)
  if (phrases.size === 0) return query
  const said = analyse(text, language)
  const isSaid = new Set(said)
  const found = said.flatMap((term, at) =>
    (phrases.get(term) ?? []).filter(({ terms }) =>
      terms.every((each, index) => said[at + index] === each),
    ),
  )
  const toIds = (terms: readonly string[]) =>
    [...new Set(terms)].map((term) => termId(knowledgeBaseId, term))
  const synonyms = [...new Set(found)].flatMap(({ words, terms, others }) =>
    others.flatMap((means): Synonym[] => {
      const added = analyse(means, language).filter((term) => !isSaid.has(term))
      return added.length === 0 ? [] : [{ words, means, typed: toIds(terms), added: toIds(added) }]
    }),
  )
  return { ...query, synonyms: synonyms.slice(0, MOST) }
}

/** What readers write, and what stands for it. */
type Phrase = { words: string; terms: readonly string[]; others: readonly string[] }
/** By the first of their terms. */
type Phrases = ReadonlyMap<string, readonly Phrase[]>

/** Rules are read with a key, which is kept for a while. */
const known = new WeakMap<readonly SearchRule[], Map<string, Phrases>>()

function phrasesOf(rules: readonly SearchRule[], language: string): Phrases {
  let byLanguage = known.get(rules)
  if (!byLanguage) known.set(rules, (byLanguage = new Map()))
  let phrases = byLanguage.get(language)
  if (!phrases) byLanguage.set(language, (phrases = readPhrases(rules, language)))
  return phrases
}

function readPhrases(rules: readonly SearchRule[], language: string): Phrases {
  const pairs = rules.flatMap((rule) => {
    if (rule.kind !== 'synonym') return []
    const all = [...rule.words, ...rule.means]
    return rule.both_ways
      ? all.map((words) => ({ words, others: all.filter((other) => other !== words) }))
      : rule.words.map((words) => ({ words, others: rule.means }))
  })
  const phrases = pairs.map((pair) => ({ ...pair, terms: analyse(pair.words, language) }))
  return Map.groupBy(
    phrases.filter(({ terms }) => terms.length > 0),
    ({ terms }) => terms[0] ?? '',
  )
}
