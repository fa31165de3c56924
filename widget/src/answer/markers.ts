import type { Citation } from '@footnote/client'

/**
 * The number that each citation shows. While an answer streams they are numbered as they appear,
 * which is how the service settles them at the end; then their numbers no longer jump.
 */
export function numberCitations(
  text: string,
  citations: readonly Citation[],
  isSettled: boolean,
): Map<number, number> {
  const numbers = new Map<number, number>()
  if (isSettled) {
    for (const { index } of citations) numbers.set(index, index)
    return numbers
  }
  const known = new Set(citations.map(({ index }) => index))
  for (const [, digits] of text.matchAll(/\[(\d+)\]/g)) {
    const index = Number(digits)
    if (known.has(index) && !numbers.has(index)) numbers.set(index, numbers.size + 1)
  }
  return numbers
}

export type Segment = { readonly text: string } | Marks
/**
 * Markers with the word before them and the punctuation behind. They are drawn after the punctuation,
 * as footnotes are printed, and no line break separates the first one from its word.
 */
export type Marks = { readonly before: string; readonly indexes: number[]; readonly after: string }

const MARKS = /([^\s[\]]{0,24})((?:\s?\[\d+\])+)([.,;:!?)。，、؟]{0,2})/gu

export function splitMarkers(text: string, known: ReadonlyMap<number, number>): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    const [whole, before = '', marks = '', after = ''] = match
    const indexes = (marks.match(/\d+/g) ?? []).map(Number).filter((index) => known.has(index))
    if (indexes.length === 0) continue
    if (match.index > end) segments.push({ text: text.slice(end, match.index) })
    segments.push({ before, indexes, after })
    end = match.index + whole.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}

/** A marker that has only half arrived. */
export const withoutHalfMarker = (text: string): string => text.replace(/\s?\[\d*$/, '')
