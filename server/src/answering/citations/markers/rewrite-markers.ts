import { endLineInSpan, readFence, readRun, readSpan } from './read-code.ts'
import { readLink } from './read-link.ts'
import { readProse } from './read-prose.ts'
import { createState, type ResolveMarker, type State } from './rewriter-state.ts'

/** The whole text at once; `resolve` decides each marker, in order. */
export function rewriteMarkers(text: string, passageCount: number, resolve: ResolveMarker): string {
  const state = createState(passageCount, resolve)
  readInput(state, text, true)
  return state.out
}

/** Takes in the next piece; what can be given out is then in `state.out`. */
export function readInput(state: State, piece: string, isFinal: boolean): void {
  state.input = state.input.slice(state.at) + piece
  state.at = 0
  state.knownUntil = 0
  state.isFinal = isFinal
  readOn(state)
  if (!isFinal) return
  if (state.mode === 'span') {
    endLineInSpan(state)
    readOn(state)
  }
  if (state.space === 'held') state.out += ' '
  state.space = 'none'
}

function readOn(state: State): void {
  while (state.at < state.input.length) {
    const before = state.mode
    const { at } = state
    if (!step(state)) return
    // An unfinished link waits for its next character.
    if (state.at === at && state.mode === before) return
  }
}

function step(state: State): boolean {
  switch (state.mode) {
    case 'prose':
      return readProse(state)
    case 'run':
      readRun(state)
      return true
    case 'span':
      readSpan(state)
      return true
    case 'fence':
      readFence(state)
      return true
    case 'link':
      readLink(state)
      return true
    case 'rest-of-line':
      dropLine(state)
      return true
  }
}

function dropLine(state: State): void {
  const lineEnd = state.input.indexOf('\n', state.at)
  state.at = lineEnd === -1 ? state.input.length : lineEnd
  if (lineEnd !== -1) state.mode = 'prose'
}
