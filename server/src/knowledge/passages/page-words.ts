import { termId } from '../../text/terms.ts'
import { splitWords } from '../../text/words.ts'

type Page = { knowledgeBaseId: string; title: string; language: string }
type Text = { headingPath: readonly string[]; content: string }

const MIN_LENGTH = 3
/** Longer ones are hashes and generated names, which nobody types. */
const MAX_LENGTH = 32
const LETTERS = /^[\p{L}\p{M}]+$/u

/** Words by their term, as they are stored for the comparison with what readers type. */
export type PageWords = Map<number, Set<string>>

export function addPageWords(
  words: PageWords,
  { knowledgeBaseId, title, language }: Page,
  { headingPath, content }: Text,
): void {
  const all = splitWords([title, ...headingPath, content].join('\n'), language)
  for (const { text, terms } of all) {
    const [whole] = terms
    if (whole === undefined || text.length < MIN_LENGTH || text.length > MAX_LENGTH) continue
    if (!LETTERS.test(text)) continue
    const term = termId(knowledgeBaseId, whole)
    words.set(term, (words.get(term) ?? new Set()).add(text.toLowerCase()))
  }
}
