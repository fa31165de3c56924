import type { IndexRange } from './marker-grammar.ts'
import { emit, type State } from './rewriter-state.ts'

/** Writes each passage of a marker once within its group, or removes the marker. */
export function placeMarker(state: State, group: Set<number>, ranges: readonly IndexRange[]) {
  let text = ''
  for (const { first, last } of ranges) {
    const end = Math.min(last, state.passageCount)
    for (let index = Math.max(first, 1); index <= end; index++) {
      const space = state.space === 'none' ? 0 : 1
      const number = state.resolve(index, state.out.length + space + text.length)
      if (number === 0 || group.has(number)) continue
      group.add(number)
      text += `[${number}]`
    }
  }
  if (text === '') return dropMarker(state)
  if (state.space === 'dropped') state.space = 'held'
  emit(state, text)
  state.isYoung = false
  state.isBlank = false
  state.isOpen = false
}

/** The space before it goes too, so that no two are left, nor one before a full stop. */
export function dropMarker(state: State): void {
  if (state.space === 'held') state.space = 'dropped'
  state.hasGap = true
  state.youngLineLostMarker ||= state.isYoung
  if (!state.isOpen) return
  emit(state, '?')
  state.isOpen = false
}
