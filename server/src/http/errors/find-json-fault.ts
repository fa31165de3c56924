/** Where a text stops being valid JSON, counted from 1 as in an editor. */
export type JsonFault = { line: number; column: number }

const BYTE_ORDER_MARK = '\uFEFF'
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What the grammar expects next. */
type State = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'after value'

/**
 * The first position at which a text is not valid JSON, or null. V8 reports the position of some errors
 * only, and quotes the text. Not recursive, since a body may be nested as deep as it is long.
 */
export function findJsonFault(text: string): JsonFault | null {
  const index = faultAt(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  if (index === null) return null
  let line = 1
  let lineStart = 0
  for (
    let end = text.indexOf('\n');
    end !== -1 && end < index;
    end = text.indexOf('\n', lineStart)
  ) {
    line += 1
    lineStart = end + 1
  }
  return { line, column: index - lineStart + 1 }
}

function faultAt(text: string): number | null {
  const closers: string[] = []
  let state = 'value' as State
  let at = 0

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const close = () => {
    closers.pop()
    at += 1
    state = 'after value'
  }

  for (;;) {
    take(SPACE)
    const next = text[at]
    const closer = closers.at(-1)
    if (state === 'after value' && closer === undefined) return next === undefined ? null : at
    if (state === 'after value') {
      if (next === closer) close()
      else if (next !== ',') return at
      else {
        at += 1
        state = closer === '}' ? 'name' : 'value'
      }
    } else if (state === 'colon') {
      if (next !== ':') return at
      at += 1
      state = 'value'
    } else if (next === closer && (state === 'value or ]' || state === 'name or }')) {
      close()
    } else if (next === '"') {
      at += 1
      // Not one pattern for the whole string: V8 would keep a backtracking point per character.
      for (;;) {
        if (isPlain(text.charCodeAt(at))) at += 1
        else if (!take(ESCAPE)) break
      }
      if (text[at] !== '"') return at
      at += 1
      state = state === 'name' || state === 'name or }' ? 'colon' : 'after value'
    } else if (state === 'name' || state === 'name or }') {
      return at
    } else if (next === '{' || next === '[') {
      closers.push(next === '{' ? '}' : ']')
      at += 1
      state = next === '{' ? 'name or }' : 'value or ]'
    } else if (take(ATOM)) {
      state = 'after value'
    } else {
      return at
    }
  }
}

/** By its code, which takes a tenth of the time. Past the end it is not a number. */
const isPlain = (code: number): boolean => code >= 0x20 && code !== 0x22 && code !== 0x5c
