import { isOpener } from './marker-grammar.ts'
import { columnBehind, emit, newSpan, startLine, type Span, type State } from './rewriter-state.ts'

/** How much further than its opening fence a closing one may be indented. */
const MAX_CLOSING_INDENT = 3

/** A run of backticks or tildes: it is given out at once, and counted to its end. */
export function readRun(state: State): void {
  const { run, input } = state
  const start = state.at
  while (input.charAt(state.at) === run.char) state.at += 1
  run.size += state.at - start
  emit(state, input.slice(start, state.at))
  if (state.at < input.length) endRun(state)
}

function endRun(state: State): void {
  const { char, size } = state.run
  const isFence = state.isYoung && size >= 3
  state.isYoung = false
  state.isBlank = false
  if (char === '`') {
    state.mode = 'span'
    state.span = newSpan(size, isFence)
  } else if (isFence) openFence(state, char, size)
  else state.mode = 'prose'
}

function openFence(state: State, char: string, size: number): void {
  state.mode = 'fence'
  state.fence = { char, size, column: state.column - size, indent: 0, line: 'other', run: 0 }
}

/** Code is given out as it is; from a bracket on it waits until this is known to be code. */
export function readSpan(state: State): void {
  const { span, input } = state
  let start = state.at
  while (state.at < input.length) {
    const char = input.charAt(state.at)
    if (char === '`') span.run += 1
    else if (span.run > 0 && endInnerRun(span, state.at - start)) {
      keep(state, start)
      closeSpan(state)
      return
    }
    if (char === '\n') {
      keep(state, start)
      endLineInSpan(state)
      return
    }
    if (span.heldFrom === -1 && isOpener(char)) {
      keep(state, start)
      span.heldFrom = span.length
      start = state.at
    }
    state.at += 1
  }
  keep(state, start)
}

/** Takes what was read since `start`. */
function keep(state: State, start: number): void {
  const { span } = state
  const text = state.input.slice(start, state.at)
  span.length += text.length
  if (span.heldFrom === -1) emit(state, text)
  else span.held.push(text)
}

/** Notes the run that ended `read` characters further; true if it closes the span. */
function endInnerRun(span: Span, read: number): boolean {
  span.runs.push({ start: span.length + read - span.run, size: span.run })
  const closes = span.run === span.size
  span.run = 0
  return closes
}

function closeSpan(state: State): void {
  emit(state, state.span.held.join(''))
  state.mode = 'prose'
}

/** At the line's end, or the text's: a fence's first line, or a run of backticks that opens nothing. */
export function endLineInSpan(state: State): void {
  const { span } = state
  if (span.run > 0 && endInnerRun(span, 0)) return closeSpan(state)
  if (span.mayBeFence && span.runs.length === 0) {
    emit(state, span.held.join(''))
    return openFence(state, '`', span.size)
  }
  state.mode = 'prose'
  if (span.heldFrom === -1) return
  const held = span.held.join('')
  state.input = held + state.input.slice(state.at)
  state.at = 0
  state.knownUntil = held.length
  state.codeRanges = pairRuns(span.runs)
    .map(({ start, end }) => ({ start: start - span.heldFrom, end: end - span.heldFrom }))
    .filter(({ end }) => end > 0)
    .toReversed()
  // The bracket itself may lie in one of them.
  const first = state.codeRanges.at(-1)
  if (first && first.start <= 0) readCodeRange(state, first)
}

/** CommonMark's rule: a run opens code that the next run of the same length closes. */
function pairRuns(runs: Span['runs']): { start: number; end: number }[] {
  const bySize = new Map<number, number[]>()
  for (const [index, { size }] of runs.entries()) {
    const known = bySize.get(size)
    if (known) known.push(index)
    else bySize.set(size, [index])
  }
  for (const indexes of bySize.values()) indexes.reverse()
  const pairs: { start: number; end: number }[] = []
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index]
    const sameSize = open && bySize.get(open.size)
    if (!sameSize) continue
    while ((sameSize.at(-1) ?? Infinity) <= index) sameSize.pop()
    const close = runs[sameSize.at(-1) ?? -1]
    if (!close) continue
    pairs.push({ start: open.start, end: close.start + close.size })
    index = sameSize.pop() ?? index
  }
  return pairs
}

export function readCodeRange(state: State, { end }: { end: number }): void {
  state.codeRanges.pop()
  emit(state, state.input.slice(state.at, end))
  state.at = end
}

export function readFence(state: State): void {
  const { fence, input } = state
  const start = state.at
  let isClosed = false
  while (state.at < input.length && !isClosed) {
    if (fence.line === 'other') {
      const lineEnd = input.indexOf('\n', state.at)
      state.at = lineEnd === -1 ? input.length : lineEnd
      if (lineEnd === -1) break
    }
    isClosed = readFenceChar(fence, input.charAt(state.at))
    state.at += 1
  }
  emit(state, input.slice(start, state.at))
  if (isClosed) startLine(state)
}

/** True at the end of a closing fence's line. */
function readFenceChar(fence: State['fence'], char: string): boolean {
  if (char === '\n') {
    const closes = (fence.line === 'run' || fence.line === 'trailing') && fence.run >= fence.size
    fence.line = 'indent'
    fence.run = 0
    fence.indent = 0
    return closes
  }
  if (fence.line === 'indent' && ' \t>'.includes(char)) {
    fence.indent = columnBehind(char, fence.indent)
    return false
  }
  // CommonMark's rule: indented further it is code.
  const isTooFar = fence.indent > fence.column + MAX_CLOSING_INDENT
  if (char === fence.char && !isTooFar && (fence.line === 'indent' || fence.line === 'run')) {
    fence.line = 'run'
    fence.run += 1
  } else fence.line = fence.line !== 'indent' && ' \t\r'.includes(char) ? 'trailing' : 'other'
  return false
}
