import { sentencesOfLine } from '../../text/sentences.ts'
import { withoutCodeMarks } from '../../knowledge/passages/passage-text.ts'

const MAX_EXCERPT_CHARACTERS = 300
const ELLIPSIS = '…'
/** A sentence that ends earlier would show too little of the passage. */
const SHORTEST_SENTENCES = 150

const words = new Intl.Segmenter('und', { granularity: 'word' })

/** The beginning of a passage, at most 300 code points, cut after a sentence or else a word. */
export function cutExcerpt(content: string): string {
  const text = withoutCodeMarks(content).replaceAll(/\s+/gu, ' ').trim().toWellFormed()
  const room = firstCodePoints(text, MAX_EXCERPT_CHARACTERS)
  if (room === text) return text
  // One less for the ellipsis.
  const cut = firstCodePoints(text, MAX_EXCERPT_CHARACTERS - 1)
  // Segmented with some of the following text, to see whether a word or sentence continues.
  const ahead = text.slice(0, cut.length + 100)
  const sentence = lastEnd(sentencesOfLine(ahead), cut.length)
  const end = sentence >= SHORTEST_SENTENCES ? sentence : lastEnd(splitWords(ahead), cut.length)
  return `${cut.slice(0, end > 0 ? end : cut.length).trimEnd()}${ELLIPSIS}`
}

function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text
  let length = 0
  let taken = 0
  for (const character of text) {
    if (taken === count) break
    length += character.length
    taken += 1
  }
  return text.slice(0, length)
}

const splitWords = (text: string): string[] =>
  [...words.segment(text)].map(({ segment }) => segment)

/** Where the last part that lies within `limit` ends. */
function lastEnd(parts: readonly string[], limit: number): number {
  let end = 0
  for (const part of parts) {
    if (end + part.length > limit) break
    end += part.length
  }
  return end
}
