import { plainText, WORDS, splitWords } from './plain-text.ts'

const SNIPPET_CHARACTERS = 170
/** Words of questions that say nothing about their subject: marked, they would be all one sees. */
const FUNCTION_WORDS =
  /^(?:and|are|can|does|for|from|how|that|the|this|what|when|where|with|you|your)$/

/** What stands before the first word that is shown, so that it does not begin abruptly. */
const LEAD_CHARACTERS = 40

/** The words of a query that say what it is about; all of them where none does. */
export function searchedWords(query: string): Set<string> {
  const words = splitWords(query)
  const telling = [...words].filter((word) => !FUNCTION_WORDS.test(word))
  return new Set(telling.length > 0 ? telling : words)
}

/** The stretch of a passage with the most of the words; its beginning where it has none. */
export function getSnippet(content: string, words: ReadonlySet<string>): string {
  const text = plainText(content)
  if (text.length <= SNIPPET_CHARACTERS) return text
  const place = fullestPlace(text, words)
  const start = place < LEAD_CHARACTERS ? 0 : text.lastIndexOf(' ', place - LEAD_CHARACTERS) + 1
  const stretch = text.slice(start, start + SNIPPET_CHARACTERS).replace(/\s\S*$/, '')
  return `${start > 0 ? '…' : ''}${stretch}…`
}

/** Where the stretch begins that has the most different words, the first of several. */
function fullestPlace(text: string, words: ReadonlySet<string>): number {
  let fullest = 0
  let most = 0
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!words.has(word.toLowerCase())) continue
    const stretch = splitWords(text.slice(index, index + SNIPPET_CHARACTERS - LEAD_CHARACTERS))
    const count = [...words].filter((each) => stretch.has(each)).length
    if (count > most) {
      fullest = index
      most = count
    }
  }
  return fullest
}
