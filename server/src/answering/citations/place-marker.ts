import type { SourceRange } from './marker-grammar.ts'
import { emit, type State } from './rewriter-state.ts'

/** Writes each source of a marker once within its group, or takes the marker out. */
export function placeMarker(state: State, group: Set<number>, ranges: readonly SourceRange[]) {
  let text = ''
  for (const { first, last } of ranges) {
    const end = Math.min(last, state.sourceCount)
    for (let index = Math.max(first, 1); index <= end; index++) {
      const space = state.space === 'none' ? 0 : 1
      const source = state.resolve(index, state.out.length + space + text.length)
      if (source === 0 || group.has(source)) continue
      group.add(source)
      text += `[${source}]`
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
