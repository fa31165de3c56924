import { readInput } from './rewrite-markers.ts'
import { createState, type State } from './rewriter-state.ts'

const NEWLINE = 0x0a
const SPACE = 0x20
const BACKTICK = 0x60
const OPENERS = [0x5b, 0x3010, 0xff3b] as const

/**
 * Takes the model's text piece by piece and gives back what may be streamed at once, in which every
 * marker outside code is `[n]` with 1 ≤ n ≤ `passageCount`.
 */
export function createMarkerFilter(passageCount: number): {
  push(delta: string): string
  end(): string
} {
  const state = createState(passageCount, (index) => index)
  let half = ''
  let isCalm = false
  return {
    push(delta) {
      if (isCalm && isPlain(delta)) {
        state.lastChar = delta.charAt(delta.length - 1)
        return delta
      }
      readInput(state, delta, false)
      const text = half + takeOut(state)
      // A frame is encoded by itself, so a character must not be cut in two.
      half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
      isCalm = half === '' && isWaitingForNothing(state)
      return half === '' ? text : text.slice(0, -1)
    },
    end() {
      readInput(state, '', true)
      return half + takeOut(state)
    },
  }
}

/** Nothing in it begins or ends anything, nor may belong to what comes next: most pieces by far. */
function isPlain(delta: string): boolean {
  let code = SPACE
  for (let at = 0; at < delta.length; at++) {
    code = delta.charCodeAt(at)
    if (code === BACKTICK || code === NEWLINE) return false
    if (code === OPENERS[0] || code === OPENERS[1] || code === OPENERS[2]) return false
  }
  return code !== SPACE && !isHighSurrogate(code)
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

function takeOut(state: State): string {
  const { out } = state
  state.out = ''
  return out
}

const isWaitingForNothing = (state: State): boolean =>
  state.mode === 'prose' &&
  state.at === state.input.length &&
  state.space === 'none' &&
  state.group === null &&
  !state.isYoung &&
  !state.isOpen
