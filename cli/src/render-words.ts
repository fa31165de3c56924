import type { SearchResponse } from '@footnote/client'
import { plain } from './plain.ts'

type Words = Pick<SearchResponse, 'searched_for' | 'missing_words'>

/** What was mended in a query, and what no page mentions. Empty: neither. */
export function renderWords({
  searched_for: searchedFor,
  missing_words: missing = [],
}: Words): string {
  const names = missing.map((word) => `“${plain(word)}”`).join(', ')
  return [
    ...(searchedFor === undefined ? [] : [`Showing results for “${plain(searchedFor)}”.`]),
    ...(missing.length === 0 ? [] : [`No page mentions ${names}.`]),
  ].join(' ')
}
