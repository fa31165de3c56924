const DAGGER = '†'
/** Anything longer is not a list of citations. Also the most that is held back while streaming. */
const MAX_MARKER_LENGTH = 48

/** The zeros of other digits that models write markers with; the nine others follow each. */
const ZEROS = ['０', '٠', '۰', '०', '০', '๐'].map((zero) => zero.charCodeAt(0))
const SEPARATORS = ',，、;；،'
const DASHES = '-‐‑‒–—－'
const OTHER_PARTS = new Set(` ^${SEPARATORS}${DASHES}`)

const PART = new RegExp(`^ *\\^?(\\d+) *(?:[${DASHES}] *\\^?(\\d+) *)?$`)
const SEPARATOR = new RegExp(`[${SEPARATORS}]`)

export type IndexRange = { first: number; last: number }

export type Candidate =
  | { kind: 'marker'; end: number; ranges: IndexRange[]; isFootnote: boolean }
  /** `isOpen`: digits and a closing bracket right after it would still look like a marker. */
  | { kind: 'text'; end: number; isOpen: boolean }
  | { kind: 'unfinished' }

/** `[1]`, `【1】` and `［1］`. */
export const isOpener = (char: string): boolean => char === '[' || char === '【' || char === '［'
export const isCloser = (char: string): boolean => char === ']' || char === '】' || char === '］'

/** Whether a marker may hold this character between its brackets. */
export const isMarkerPart = (char: string): boolean =>
  OTHER_PARTS.has(char) || toDigit(char.charCodeAt(0)) !== -1

/** Reads what begins with the opening bracket at `start`. */
export function readCandidate(text: string, start: number, isFinal: boolean): Candidate {
  let inSource = false
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (isCloser(char)) return toMarker(text, start, at)
    if (at - start >= MAX_MARKER_LENGTH || isOpener(char)) {
      return { kind: 'text', end: at, isOpen: true }
    }
    if (char === DAGGER) inSource = true
    // A backtick opens code, and `?` is what stands where a marker was taken out of another.
    else if (inSource ? '\n`?'.includes(char) : !isMarkerPart(char)) {
      return { kind: 'text', end: at, isOpen: false }
    }
  }
  return isFinal ? { kind: 'text', end: text.length, isOpen: false } : { kind: 'unfinished' }
}

function toMarker(text: string, start: number, closer: number): Candidate {
  const [body = ''] = text.slice(start + 1, closer).split(DAGGER)
  const parts = toAsciiDigits(body)
    .split(SEPARATOR)
    .map((part) => PART.exec(part))
  const end = closer + 1
  const ranges = parts.flatMap((part) => (part ? [toRange(part[1], part[2])] : []))
  if (ranges.length < parts.length) return { kind: 'text', end, isOpen: false }
  return { kind: 'marker', end, ranges, isFootnote: body.startsWith('^') }
}

function toRange(first = '', last = first): IndexRange {
  const [from, to] = [Number(first), Number(last)]
  return { first: Math.min(from, to), last: Math.max(from, to) }
}

function toAsciiDigits(text: string): string {
  let ascii = ''
  for (const char of text) {
    const digit = toDigit(char.charCodeAt(0))
    ascii += digit === -1 ? char : String(digit)
  }
  return ascii
}

function toDigit(code: number): number {
  if (code < 0x660) return code >= 0x30 && code <= 0x39 ? code - 0x30 : -1
  const zero = ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? -1 : code - zero
}
