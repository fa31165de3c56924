import { isDeepStrictEqual } from 'node:util'
import { sentencesOfLine } from '../../text/sentences.ts'
import { rewriteMarkers } from './markers/rewrite-markers.ts'
import type { PlacedMarker } from './statements.ts'

/** What a reader sees in place of a citation that the passage does not support. */
export const UNSUPPORTED_MARK = '[?]'

/** A marker in a text, and whether its passage supports it. */
export type CheckedMarker = PlacedMarker & { isKept: boolean }

type Checked = { text: string; markers: readonly CheckedMarker[] }

/**
 * Marks the sentences whose citations all go, or they would stand among cited ones as if they were
 * supported. Of an answer that keeps no citation nothing is marked: it is cited anew or replaced.
 */
export function markUnsupported({ text, markers }: Checked, passageCount: number): Checked {
  if (!markers.some(({ isKept }) => isKept)) return { text, markers }
  const marked = markersBySentence(text, markers).flatMap((ofSentence) => {
    if (ofSentence.some(({ isKept }) => isKept)) return []
    // The first of several side by side, since removing one takes the space before it along.
    const lastRun = ofSentence.findLast((marker, at) => !isBehind(ofSentence[at - 1], marker))
    return lastRun ? [lastRun] : []
  })
  const left = markers.filter((marker) => !marked.includes(marker))
  const shown = withMarks(text, marked)
  const read = indexesIn(shown, passageCount)
  // A mark between brackets may read as something else.
  const isSame = isDeepStrictEqual(
    read,
    left.map(({ index }) => index),
  )
  return isSame ? { text: shown, markers: left } : { text, markers }
}

const isBehind = (before: PlacedMarker | undefined, marker: PlacedMarker): boolean =>
  before !== undefined && before.offset + `[${before.index}]`.length === marker.offset

function withMarks(text: string, marked: readonly PlacedMarker[]): string {
  let from = 0
  const parts = marked.map(({ offset, index }) => {
    const part = text.slice(from, offset) + UNSUPPORTED_MARK
    from = offset + `[${index}]`.length
    return part
  })
  return parts.join('') + text.slice(from)
}

function indexesIn(text: string, passageCount: number): number[] {
  const found: number[] = []
  rewriteMarkers(text, passageCount, (index) => {
    found.push(index)
    return index
  })
  return found
}

function markersBySentence<Marker extends PlacedMarker>(
  text: string,
  markers: readonly Marker[],
): Marker[][] {
  const findLineStart = ({ offset }: PlacedMarker) => text.lastIndexOf('\n', offset) + 1
  return [...Map.groupBy(markers, findLineStart)].flatMap(([start, inLine]) => {
    const next = text.indexOf('\n', start)
    let end = start
    return sentencesWithMarkers(text.slice(start, next === -1 ? text.length : next))
      .map((sentence) => {
        const from = end
        end += sentence.length
        return inLine.filter(({ offset }) => offset >= from && offset < end)
      })
      .filter((ofSentence) => ofSentence.length > 0)
  })
}

const LEADING_MARKERS = /^(?:\s?\[\d{1,3}\])+\s*/

/** End to end; a marker behind a full stop belongs to the sentence before it. */
function sentencesWithMarkers(line: string): string[] {
  const sentences: string[] = []
  for (const sentence of sentencesOfLine(line)) {
    const behind = sentences.length === 0 ? '' : (LEADING_MARKERS.exec(sentence)?.[0] ?? '')
    if (behind !== '') sentences[sentences.length - 1] += behind
    if (behind.length < sentence.length) sentences.push(sentence.slice(behind.length))
  }
  return sentences
}
