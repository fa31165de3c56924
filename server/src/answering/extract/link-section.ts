import type { Passage } from '../../retrieval/load-passages.ts'
import { endsInColon } from '../../text/ends-in-colon.ts'
import { readBlocks } from '../blocks/passage-blocks.ts'

/** Headings of sections that say where to go from here, or what to have done before. */
const HEADINGS =
  /^(?:what[’']?s next|before you begin|prerequisites?|next steps?|see also|further reading|related (?:topics|pages|content|links|articles)|learn more|in this (?:section|article|page)|on this page|contents|nächste schritte|voraussetzungen|siehe auch|weiterführend\p{L}* \p{L}+|prochaines étapes|prérequis|voir aussi|próximos pasos|requisitos previos|véase también)[.:]?$/iu
const POINTS_ELSEWHERE =
  /^(?:[-*] )?\(?(?:see (?:also )?|refer to|learn (?:more|how|about)|read (?:more|about)|find out|for (?:more|further|additional|complete) |to learn (?:more|how)|siehe|weitere informationen|mehr (?:dazu|erfahren)|v[ée]ase|consulte|para m[áa]s|voir|consultez|pour (?:plus|en savoir))/iu
const MIN_ENTRIES = 4
const MAX_ENTRY_WORDS = 9
const MIN_TITLES = 0.75

/** Whether it only leads to other pages and tells nothing itself. */
export function isLinkSection({ headingPath, content, blocks }: Passage): boolean {
  if (HEADINGS.test(headingPath.at(-1)?.trim() ?? '')) return true
  return readBlocks(content, blocks).every((block) => {
    if (block.kind === 'heading') return true
    if (block.kind === 'text') return endsInColon(block.text) || POINTS_ELSEWHERE.test(block.text)
    return block.kind === 'list' && isNavigation(block.items.map(({ text }) => text))
  })
}

/** A list of page titles, short, capitalised and without punctuation, or of lines that lead to pages. */
function isNavigation(items: readonly string[]): boolean {
  if (items.every((text) => POINTS_ELSEWHERE.test(text))) return true
  const titles = items.filter((text) => {
    const words = text.split(/\s+/).length
    const isPlain = /^\p{Lu}/u.test(text) && !/[.!?:;,=`$/<]|--/u.test(text)
    return isPlain && words > 1 && words <= MAX_ENTRY_WORDS
  })
  return items.length >= MIN_ENTRIES && titles.length >= MIN_TITLES * items.length
}
