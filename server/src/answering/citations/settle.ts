import type { Citation } from '@footnote/contract/citation'
import { rewriteMarkers } from './rewrite-markers.ts'
import type { Source } from './source.ts'
import { statementsOf, type PlacedMarker } from './statements.ts'
import { createSupportCheck, MIN_SUPPORT } from './support.ts'

/** An answer has a dozen. What lies beyond is kept unchecked, which bounds the time of a check. */
const MAX_CHECKED_MARKERS = 300

export type Settled = {
  text: string
  /** The text, where it is not what was streamed. */
  answer: string | undefined
  citations: Citation[]
  dropped: { index: number; reason: 'unsupported' }[]
}

/** Takes out markers whose source does not support them, and renumbers the others from 1. */
export function settleCitations(streamed: string, sources: readonly Source[]): Settled {
  // What a marker reader gave out comes back unchanged.
  const read = rewriteMarkers(streamed, sources.length, (index) => index)
  const markers: PlacedMarker[] = []
  rewriteMarkers(read, sources.length, (index, offset) => {
    markers.push({ index, offset })
    return index
  })
  const isKept = checkMarkers(read, markers, sources)
  const numbers = new Map<number, number>()
  for (const [position, { index }] of markers.entries()) {
    if (isKept[position] && !numbers.has(index)) numbers.set(index, numbers.size + 1)
  }
  let position = 0
  const text = rewriteMarkers(read, sources.length, (index) =>
    isKept[position++] ? (numbers.get(index) ?? 0) : 0,
  )
  return {
    text,
    answer: text === streamed ? undefined : text,
    citations: [...numbers].flatMap(([index, number]) => {
      const source = sources[index - 1]
      return source ? [{ ...source.citation, index: number }] : []
    }),
    dropped: markers.flatMap(({ index }, at) =>
      isKept[at] ? [] : [{ index, reason: 'unsupported' as const }],
    ),
  }
}

function checkMarkers(
  text: string,
  markers: readonly PlacedMarker[],
  sources: readonly Source[],
): boolean[] {
  if (markers.length === 0) return []
  const check = createSupportCheck(sources)
  const statements = statementsOf(text, markers.slice(0, MAX_CHECKED_MARKERS))
  return markers.map(
    ({ index }, position) =>
      statements[position]?.some(
        (statement) => (check.supportOf(statement, index - 1) ?? 1) >= MIN_SUPPORT,
      ) ?? true,
  )
}
