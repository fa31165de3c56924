/** Without the signs of markdown, for where it is shown or read out as one line. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/```[^\n]*\n?/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s?\[\d+\]/g, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\|)[ \t]+/gm, '')
    .replaceAll(/[*`|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const MAX_SPOKEN_CHARACTERS = 200

export function firstSentence(markdown: string): string {
  const text = plainText(markdown)
  const sentence = /^.+?[.!?。！？؟](?=\s|$|[^\d\s])/u.exec(text)?.[0] ?? text
  return sentence.slice(0, MAX_SPOKEN_CHARACTERS)
}

export const WORDS = /[\p{L}\p{N}_-]{3,}/gu

/** The words worth comparing, in lower case. Short ones are in every sentence. */
export const splitWords = (text: string, minLetters = 3): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(WORDS)
      ?.filter((word) => word.length >= minLetters),
  )

export type Marked = { readonly text: string; readonly isMarked: boolean }

/** Cuts a text where it has one of the words, so that those can be marked. */
export function markWords(text: string, words: ReadonlySet<string>): Marked[] {
  const parts: Marked[] = []
  for (const piece of text.split(/([\p{L}\p{N}_-]{3,})/u)) {
    if (piece === '') continue
    const isMarked = words.has(piece.toLowerCase())
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) parts[parts.length - 1] = { text: last.text + piece, isMarked }
    else parts.push({ text: piece, isMarked })
  }
  return joinRuns(parts)
}

/** Marked words with a short gap between them read as one stretch. */
function joinRuns(parts: readonly Marked[]): Marked[] {
  const joined: Marked[] = []
  for (const [index, part] of parts.entries()) {
    const bridges =
      !part.isMarked && /^[^.!?;:]{1,5}$/.test(part.text) && parts[index + 1]?.isMarked === true
    const isMarked = part.isMarked || (bridges && joined.at(-1)?.isMarked === true)
    const last = joined.at(-1)
    if (last && last.isMarked === isMarked) {
      joined[joined.length - 1] = { text: last.text + part.text, isMarked }
    } else joined.push({ text: part.text, isMarked })
  }
  return joined
}
