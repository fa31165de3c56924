import { isCloser, isMarkerPart, isOpener, readCandidate } from './marker-grammar.ts'
import { readCodeRange } from './read-code.ts'
import { findAddress, findDefinition } from './read-link.ts'
import { emit, endGroup, startLine, type State } from './rewriter-state.ts'
import { dropMarker, placeMarker } from './place-marker.ts'

const MAY_PRECEDE_FENCE = ' \t\r>*+-.)0123456789'
const WHITE_SPACE = ' \t\r'
/** After a marker that was taken out with the space before it: two words stay two. */
const WORD = /[\p{L}\p{N}]/u

/** Reads one thing. False: the rest must wait for more. */
export function readProse(state: State): boolean {
  const { at } = state
  const char = state.input.charAt(at)
  if (isOpener(char)) return readMarker(state)
  if (state.group && !readAfterMarker(state, char)) return false
  if (state.mode !== 'prose' || state.at !== at) return true
  if (state.isOpen) readAfterOpen(state, char)
  if (char === '\n') {
    emit(state, char)
    state.at += 1
    startLine(state)
  } else if (char === '`' || (char === '~' && state.isYoung)) return readTick(state, char)
  else if (char === ' ') readSpace(state)
  else readText(state)
  return true
}

function readMarker(state: State): boolean {
  const found = readCandidate(state.input, state.at, state.isFinal)
  if (found.kind === 'unfinished') return false
  if (found.kind === 'text') {
    emit(state, state.input.slice(state.at, found.end))
    state.at = found.end
    state.isOpen = found.isOpen
    state.isYoung = false
    state.isBlank = false
    endGroup(state)
    return true
  }
  const startsLine = state.group ? state.groupStartsLine : state.isBlank
  if (startsLine) {
    const definition = findDefinition(state, found.end, found.isFootnote)
    if (definition === 'unfinished') return false
    if (definition === 'yes') {
      state.at = found.end
      dropMarker(state)
      state.mode = 'rest-of-line'
      return true
    }
  }
  state.group ??= new Set()
  state.groupStartsLine = startsLine
  state.at = found.end
  placeMarker(state, state.group, found.ranges)
  return true
}

/** What follows a marker must not make a link, a definition or code of it. False: wait. */
function readAfterMarker(state: State, char: string): boolean {
  if (char === '(') {
    const address = findAddress(state, state.at + 1)
    if (address === 'unfinished') return false
    if (address === 'yes') {
      state.at += 1
      state.mode = 'link'
      state.link = { depth: 1, quote: '' }
      return true
    }
    emit(state, ' ')
  } else if (char === ':') {
    if (state.groupStartsLine || (state.hasGap && state.lastChar === ']')) emit(state, ' ')
  } else if (char === ' ' && state.isBlank && state.hasGap) {
    state.at += 1
    return true
  } else if (state.hasGap && state.lastChar === char && '`~'.includes(char)) {
    emit(state, ' ')
  }
  endGroup(state)
  return true
}

/** `[[9]1]` without its inner marker, or `[` and a hundred digits, must not end as a marker. */
function readAfterOpen(state: State, char: string): void {
  if (isCloser(char)) emit(state, '?')
  if (!isMarkerPart(char)) state.isOpen = false
}

function readTick(state: State, char: string): boolean {
  if (state.at >= state.knownUntil) {
    if (state.isYoung && state.youngLineLostMarker) {
      const start = state.input.slice(state.at, state.at + 3)
      const isFence = start === char.repeat(3)
      if (!isFence && !state.isFinal && start === char.repeat(start.length)) return false
      // The marker kept this from being a fence.
      if (isFence) emit(state, '?')
      if (isFence) state.isYoung = false
    }
    state.mode = 'run'
    state.run = { char, size: 0 }
    return true
  }
  const range = state.codeRanges.at(-1)
  if (range?.start === state.at) readCodeRange(state, range)
  else {
    emit(state, char)
    state.at += 1
  }
  return true
}

function readSpace(state: State): void {
  // One that a marker took with it is followed by this one.
  if (state.space === 'held') {
    state.out += ' '
    state.column += 1
  }
  state.space = 'held'
  state.at += 1
}

/** Everything up to the next character that may mean something. */
function readText(state: State): void {
  const { input } = state
  let end = state.at
  if (state.space === 'dropped' && WORD.test(input.charAt(end))) state.space = 'held'
  do {
    noteLine(state, input.charAt(end))
    end += 1
  } while (end < input.length && !state.isOpen && !isSpecial(state, end))
  emit(state, input.slice(state.at, end))
  state.at = end
}

function isSpecial({ input, isYoung }: State, at: number): boolean {
  const char = input.charAt(at)
  if (char === ' ') return at + 1 === input.length || isOpener(input.charAt(at + 1))
  return char === '\n' || char === '`' || (char === '~' && isYoung) || isOpener(char)
}

function noteLine(state: State, char: string): void {
  if (!state.isYoung) return
  if (!MAY_PRECEDE_FENCE.includes(char)) state.isYoung = false
  if (!WHITE_SPACE.includes(char)) state.isBlank = false
}
