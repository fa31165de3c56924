/** The new number of a passage, or 0 to remove the marker. `offset`: where it would stand. */
export type ResolveMarker = (index: number, offset: number) => number

export type Mode = 'prose' | 'run' | 'span' | 'fence' | 'link' | 'rest-of-line'

/** An open run of backticks; whether it opens code is known at its closing run or the line's end. */
export type Span = {
  size: number
  mayBeFence: boolean
  /** Every later run of backticks on the line. */
  runs: { start: number; size: number }[]
  run: number
  /** How much of the line was read since the opening run. */
  length: number
  /** From the first bracket on, which is a marker if this is no code. */
  held: string[]
  heldFrom: number
}

export type Fence = {
  char: string
  size: number
  /** Where it begins in its line, and how far the current one is indented. */
  column: number
  indent: number
  /** How much of a closing fence the current line is so far. */
  line: 'indent' | 'run' | 'trailing' | 'other'
  run: number
}

/**
 * What was given out decides what the rest means, never what came in: so the text that was given
 * out, read again, has the same markers and the same code.
 */
export type State = {
  passageCount: number
  resolve: ResolveMarker
  input: string
  at: number
  isFinal: boolean
  out: string
  mode: Mode
  /** The line holds only what may stand before a fence: indent, `>`, list markers. */
  isYoung: boolean
  youngLineLostMarker: boolean
  /** How much of a young line was given out, in columns. */
  column: number
  /** The line holds only white space. */
  isBlank: boolean
  lastChar: string
  /** Something was taken out since the last character that was given out. */
  hasGap: boolean
  /** What was given out ends like an unfinished marker. */
  isOpen: boolean
  /** A space that goes with the marker after it, should that be taken out. */
  space: 'none' | 'held' | 'dropped'
  /** The passages of the markers directly before; null elsewhere. */
  group: Set<number> | null
  groupStartsLine: boolean
  run: { char: string; size: number }
  span: Span
  fence: Fence
  link: { depth: number; quote: string }
  /** Up to here backticks are known to open code only where `codeRanges`, last first, say so. */
  knownUntil: number
  codeRanges: { start: number; end: number }[]
}

export function createState(passageCount: number, resolve: ResolveMarker): State {
  return {
    passageCount,
    resolve,
    input: '',
    at: 0,
    isFinal: false,
    out: '',
    mode: 'prose',
    isYoung: true,
    youngLineLostMarker: false,
    column: 0,
    isBlank: true,
    lastChar: '',
    hasGap: false,
    isOpen: false,
    space: 'none',
    group: null,
    groupStartsLine: false,
    run: { char: '', size: 0 },
    span: newSpan(0, false),
    fence: { char: '', size: 0, column: 0, indent: 0, line: 'other', run: 0 },
    link: { depth: 0, quote: '' },
    knownUntil: 0,
    codeRanges: [],
  }
}

export const newSpan = (size: number, mayBeFence: boolean): Span => ({
  size,
  mayBeFence,
  runs: [],
  run: 0,
  length: 0,
  held: [],
  heldFrom: -1,
})

export function emit(state: State, text: string): void {
  if (text === '') return
  if (state.space === 'held') state.out += ' '
  if (state.isYoung)
    state.column = columnBehind(text, state.column + (state.space === 'held' ? 1 : 0))
  state.space = 'none'
  state.out += text
  state.lastChar = text.charAt(text.length - 1)
  state.hasGap = false
}

/** Tabs stop at every fourth column. */
export function columnBehind(text: string, before: number): number {
  let column = before
  for (const char of text) column += char === '\t' ? 4 - (column % 4) : 1
  return column
}

export function startLine(state: State): void {
  state.mode = 'prose'
  state.isYoung = true
  state.column = 0
  state.youngLineLostMarker = false
  state.isBlank = true
  state.isOpen = false
  endGroup(state)
}

export function endGroup(state: State): void {
  state.group = null
  state.groupStartsLine = false
}
