import type { PinRule } from '@footnote/contract/admin/answers/search-rules'
import type { SearchContext } from '../../knowledge/search-context.ts'
import { analyse } from '../../text/terms.ts'

/** Pages that one question shows first. */
const MOST = 3

/** The addresses of pages that are pinned for a question: it has all words of a phrase, in any order. */
export function findPins(
  { rules, languages }: Pick<SearchContext, 'rules' | 'languages'>,
  text: string,
): string[] {
  const pins = rules.filter((rule): rule is PinRule => rule.kind === 'pin')
  if (pins.length === 0) return []
  const all = languages.length > 0 ? languages : ['en']
  const said = all.map((language) => ({ language, terms: new Set(analyse(text, language)) }))
  const isSaid = (phrase: string) =>
    said.some(({ language, terms }) => {
      const wanted = analyse(phrase, language)
      return wanted.length > 0 && wanted.every((term) => terms.has(term))
    })
  const urls = pins.filter(({ words }) => words.some(isSaid)).map(({ url }) => url)
  return [...new Set(urls)].slice(0, MOST)
}
