import type { Citation } from '@footnote/contract/public/citation'
import { getAllowedLinks } from '../safe-text/allowed-links.ts'
import { toSafeText } from '../safe-text/create-safe-text.ts'
import type { CheckedMarker } from './mark-unsupported.ts'
import { markUnsupported } from './mark-unsupported.ts'
import { citeStatements } from './cite-statements.ts'
import { rewriteMarkers } from './markers/rewrite-markers.ts'
import type { CitablePassage } from './citable-passage.ts'
import { splitStatements, type PlacedMarker } from './statements.ts'
import type { SupportCheck } from './support.ts'
import { createSupportCheck, MIN_SUPPORT } from './support.ts'

/** An answer has about a dozen. Any beyond this are kept unchecked, which bounds the cost. */
const MAX_CHECKED_MARKERS = 300

export type CheckedAnswer = {
  text: string
  /** The text, if it differs from what was streamed. */
  answer: string | undefined
  citations: Citation[]
  dropped: { index: number; reason: 'unsupported' }[]
}

/**
 * Removes markers whose passage does not support them, marks the sentences that have no other, and renumbers
 * those that stay from 1. Where none is left, or none was written, it cites the passages that support the text; without any there are no
 * citations.
 */
export function verifyCitations(
  streamed: string,
  citable: readonly CitablePassage[],
  question = '',
  { isQuoted = false } = {},
): CheckedAnswer {
  // A text that went through the marker filter comes back unchanged.
  const read = rewriteMarkers(streamed, citable.length, (index) => index)
  const markers: PlacedMarker[] = []
  rewriteMarkers(read, citable.length, (index, offset) => {
    markers.push({ index, offset })
    return index
  })
  const check = createSupportCheck(citable, question)
  // Sections say what they say.
  const checked = isQuoted
    ? markers.map((marker) => ({ ...marker, isKept: true }))
    : checkMarkers(read, markers, check)
  const left = markUnsupported({ text: read, markers: checked }, citable.length)
  const verified = numbered(
    left.text,
    citable,
    (position) => left.markers[position]?.isKept ?? true,
  )
  const { text: renumbered, cited } =
    verified.cited.length > 0
      ? verified
      : numbered(citeStatements(verified.text, citable.length, check), citable, () => true)
  // Removing a marker can join the two halves of an address.
  const text = renumbered === streamed ? streamed : toSafeText(renumbered, getAllowedLinks(citable))
  return {
    text,
    answer: text === streamed ? undefined : text,
    citations: cited.map(({ citation }, index) => ({ index: index + 1, ...citation })),
    dropped: checked.flatMap(({ index, isKept }) =>
      isKept ? [] : [{ index, reason: 'unsupported' as const }],
    ),
  }
}

/**
 * Numbers the sections of pages from 1 as they come, without the markers that are not kept. Two passages of
 * one section are one source to a reader. `cited` has the first passage of each.
 */
function numbered(
  read: string,
  citable: readonly CitablePassage[],
  isKept: (position: number) => boolean,
): { text: string; cited: CitablePassage[] } {
  const cited: CitablePassage[] = []
  const numbers = new Map<string, number>()
  let position = 0
  const text = rewriteMarkers(read, citable.length, (index) => {
    const passage = citable[index - 1]
    if (!isKept(position++) || !passage) return 0
    const place = getPlace(passage)
    const known = numbers.get(place)
    if (known !== undefined) return known
    numbers.set(place, cited.push(passage))
    return cited.length
  })
  return { text, cited }
}

/** Where a reader would be sent. */
const getPlace = ({ citation: { title, url, heading_path: path } }: CitablePassage): string =>
  JSON.stringify([title, url, path])

function checkMarkers(
  text: string,
  markers: readonly PlacedMarker[],
  check: SupportCheck,
): CheckedMarker[] {
  if (markers.length === 0) return []
  const statements = splitStatements(text, markers.slice(0, MAX_CHECKED_MARKERS))
  return markers.map((marker, position) => ({
    ...marker,
    isKept:
      statements[position]?.some(
        (statement) => (check.findSupport(statement, marker.index - 1) ?? 1) >= MIN_SUPPORT,
      ) ?? true,
  }))
}
