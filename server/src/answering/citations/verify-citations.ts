import type { Citation } from '@footnote/contract/public/citation'
import { allowedLinksOf } from '../safe-text/allowed-links.ts'
import { toSafeText } from '../safe-text/create-safe-text.ts'
import { rewriteMarkers } from './markers/rewrite-markers.ts'
import type { CitablePassage } from './citable-passage.ts'
import { statementsOf, type PlacedMarker } from './statements.ts'
import type { SupportCheck } from './support.ts'
import { createSupportCheck, MIN_SUPPORT } from './support.ts'

/** An answer has about a dozen. Any beyond this are kept unchecked, which bounds the cost. */
const MAX_CHECKED_MARKERS = 300

export type VerifiedAnswer = {
  text: string
  /** The text, if it differs from what was streamed. */
  answer: string | undefined
  citations: Citation[]
  dropped: { index: number; reason: 'unsupported' }[]
}

/** Removes markers whose passage does not support them, and renumbers the others from 1. */
export function verifyCitations(
  streamed: string,
  citable: readonly CitablePassage[],
  question = '',
): VerifiedAnswer {
  // A text that went through the marker filter comes back unchanged.
  const read = rewriteMarkers(streamed, citable.length, (index) => index)
  const markers: PlacedMarker[] = []
  rewriteMarkers(read, citable.length, (index, offset) => {
    markers.push({ index, offset })
    return index
  })
  const isKept = checkMarkers(read, markers, createSupportCheck(citable, question))
  const numbers = new Map<number, number>()
  for (const [position, { index }] of markers.entries()) {
    if (isKept[position] && !numbers.has(index)) numbers.set(index, numbers.size + 1)
  }
  let position = 0
  const renumbered = rewriteMarkers(read, citable.length, (index) =>
    isKept[position++] ? (numbers.get(index) ?? 0) : 0,
  )
  // Removing a marker can join the two halves of an address.
  const text = renumbered === streamed ? streamed : toSafeText(renumbered, allowedLinksOf(citable))
  return {
    text,
    answer: text === streamed ? undefined : text,
    citations: [...numbers].flatMap(([index, number]) => {
      const passage = citable[index - 1]
      return passage ? [{ ...passage.citation, index: number }] : []
    }),
    dropped: markers.flatMap(({ index }, at) =>
      isKept[at] ? [] : [{ index, reason: 'unsupported' as const }],
    ),
  }
}

function checkMarkers(
  text: string,
  markers: readonly PlacedMarker[],
  check: SupportCheck,
): boolean[] {
  if (markers.length === 0) return []
  const statements = statementsOf(text, markers.slice(0, MAX_CHECKED_MARKERS))
  return markers.map(
    ({ index }, position) =>
      statements[position]?.some(
        (statement) => (check.supportOf(statement, index - 1) ?? 1) >= MIN_SUPPORT,
      ) ?? true,
  )
}
