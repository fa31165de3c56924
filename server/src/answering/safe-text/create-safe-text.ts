import type { AllowedLinks } from './allowed-links.ts'
import { createCleaner } from './clean.ts'
import { createEmitter, LINE_HEAD } from './emitter.ts'
import type { Fence } from './fences.ts'
import {
  closesFence,
  fenceOutsideItems,
  mayCloseFence,
  mayOpenFence,
  nextListOffset,
  openFence,
  padded,
} from './fences.ts'
import { readConstruct, withoutCode } from './read-construct.ts'
import { isDelimiterRow, isSplitByCells, mayBeDelimiterRow } from './tables.ts'
import { createWordFilter } from './word-filter.ts'

/** A line that is longer opens no block, so it need not be held back. */
const MAX_LINE_START = 500
/** Begins nothing: of ASCII, or of anything else, which is no part of an address. */
const PLAIN_RUN = /^(?:[^\s\\`<[!\u0080-\uffff]+|[\u0080-\uffff]+)/

export type SafeText = { push(delta: string): string; end(): string }

export type SafeTextOptions = {
  /**
   * Lets go of a word before it ends, as far as no address can have begun. Of an email address the
   * name stays then.
   */
  isEager?: boolean
}

/**
 * Filters an answer while it streams, because a model may write anything that a page told it to. It takes
 * Markdown piece by piece and returns what may be shown: no image, no HTML, and no link or address but
 * those of the answer's passages. Words stay. Each line is ordinary text, the start of a block, or code
 * inside a fence; within it only a word, a link or a code span that has begun is held back. The result
 * never depends on how the text was cut into pieces, and what was returned is never taken back.
 */
export function createSafeText(
  allowed: AllowedLinks,
  { isEager = false }: SafeTextOptions = {},
): SafeText {
  const emitter = createEmitter()
  const clean = createCleaner()
  let input = ''
  const word = createWordFilter(emitter, allowed, isEager)
  let fence: Fence | null = null
  /** The stage before took it for a fence, and the list item that it belonged to is gone. */
  let lostFence: Fence | null = null
  let isLineStart = true
  let listOffset: number | null = null
  let isAfterBlank = true
  /** Cells of a table are split before code is looked for. */
  let table: 'none' | 'header' | 'rows' = 'none'

  function endLine(): void {
    const head = emitter.lineHead()
    const isCut = head.length === LINE_HEAD
    listOffset = nextListOffset(head, listOffset, isAfterBlank)
    isAfterBlank = head.trim() === '' && !isCut
    if (isAfterBlank) table = 'none'
    else if (isDelimiterRow(head) || (isCut && mayBeDelimiterRow(head))) table = 'rows'
    emitter.newline()
    isLineStart = true
  }

  /** Reads one step; false where it has to wait. */
  function step(isEnd: boolean): boolean {
    if (fence) return readCodeLine(isEnd)
    if (isLineStart) {
      if (!readLineStart(isEnd)) return false
      if (fence || isLineStart) return input !== ''
    }
    return readInline(isEnd)
  }

  function readLineStart(isEnd: boolean): boolean {
    const end = input.indexOf('\n')
    const line = end < 0 ? input : input.slice(0, end)
    const mayGrow = end < 0 && !isEnd && line.length < MAX_LINE_START
    if (mayGrow && mayOpenFence(line)) return false
    if (table === 'header') {
      if (mayGrow && mayBeDelimiterRow(line)) return false
      table = 'none'
      input = withoutDelimiterRow(line) + input.slice(line.length)
    }
    if (lostFence) {
      if (mayGrow && mayCloseFence(line, lostFence)) return false
      isLineStart = false
      if (!closesFence(line, lostFence)) return true
      input = withoutCode(line) + input.slice(line.length)
      lostFence = null
      return true
    }
    const opened = line.length < MAX_LINE_START ? openFence(line, listOffset) : null
    isLineStart = false
    if (!opened && isEager) lostFence = fenceOutsideItems(line)
    if (!opened) return true
    fence = opened
    listOffset = listOffset !== null && opened.indent >= listOffset ? listOffset : null
    takeFenced(line, line, end >= 0)
    return true
  }

  function readCodeLine(isEnd: boolean): boolean {
    if (!fence) return false
    const end = input.indexOf('\n')
    const line = end < 0 ? input : input.slice(0, end)
    const isWhole = end >= 0 || isEnd
    if (isLineStart) {
      // Behind so many blanks nothing closes it. A fence that has begun is waited for to its end.
      const isIndented = line.length >= MAX_LINE_START && line.trim() === ''
      if (!isWhole && !isIndented && mayCloseFence(line, fence)) return false
      if (isWhole && closesFence(line, fence)) {
        takeFenced(line, ' '.repeat(fence.indent) + line.trim(), end >= 0)
        fence = null
        isAfterBlank = true
        return true
      }
    }
    takeFenced(line, isLineStart ? padded(line, fence) : line, end >= 0)
    return input !== ''
  }

  function takeFenced(line: string, shown: string, isWhole: boolean): void {
    emitter.fenced(shown)
    input = input.slice(line.length + (isWhole ? 1 : 0))
    isLineStart = isWhole
    if (isWhole) emitter.newline()
  }

  function readInline(isEnd: boolean): boolean {
    const char = input.charAt(0)
    if (char === '') return false
    if (char === '\n') {
      word.end()
      input = input.slice(1)
      endLine()
      return true
    }
    if (char === ' ' || char === '\t') {
      const { isGone } = word.end()
      input = input.slice(1)
      if (!isGone || !emitter.isAfterSpace()) emitter.text(char)
      return true
    }
    if (char === '\\') return readBackslash(isEnd)
    if (lostFence && withoutCode(char) !== char) {
      word.add(withoutCode(char))
      input = input.slice(1)
      return true
    }
    const construct = readConstruct(input, isEnd, allowed)
    if (construct === 'wait') return false
    if (construct === 'none') {
      takeText()
      return true
    }
    const rest = input.slice(construct.length)
    if ('instead' in construct) {
      word.endAddress()
      input = construct.instead + rest
      return true
    }
    if ('escaped' in construct) word.add(construct.escaped)
    else {
      word.end()
      if ('link' in construct) emitter.link(construct.link)
      else if (!takeSpan(construct.code)) return true
    }
    input = rest
    return true
  }

  /** Takes a code span for one, unless the blocks around it come first; then its backticks are text. */
  function takeSpan(code: string): boolean {
    const isSplit = table === 'rows' && isSplitByCells(code)
    if (isSplit || (emitter.isInLabel() && code.includes(']'))) {
      input = withoutCode(code) + input.slice(code.length)
      return false
    }
    emitter.code(code)
    if (isSplitByCells(code)) table = 'header'
    return true
  }

  function readBackslash(isEnd: boolean): boolean {
    if (input.length === 1 && !isEnd) return false
    const length = /^\\[!-/:-@[-`{-~]/.test(input) ? 2 : 1
    word.add(input.slice(0, length))
    input = input.slice(length)
    return true
  }

  /** One character that begins nothing after all, or as many plain ones as there are. */
  function takeText(): void {
    const text = PLAIN_RUN.exec(input)?.[0] ?? input.charAt(0)
    input = input.slice(text.length)
    word.add(text)
  }

  function read(isEnd: boolean): string {
    while (step(isEnd));
    if (!isEnd) word.release()
    return emitter.take(false)
  }

  return {
    push(delta) {
      input += clean(delta, false)
      return read(false)
    },
    end() {
      input += clean('', true)
      const text = read(true)
      word.end()
      // What is appended to an answer must not become part of its code.
      if (fence)
        emitter.fenced(`${isLineStart ? '' : '\n'}${' '.repeat(fence.indent)}${fence.marker}`)
      return text + emitter.take(true)
    },
  }
}

/** The line, changed so that it cannot make a table of the line above it. */
function withoutDelimiterRow(line: string): string {
  const start = line.slice(0, MAX_LINE_START)
  const isTooLong = line.length >= MAX_LINE_START
  if (isTooLong ? !mayBeDelimiterRow(start) : !isDelimiterRow(line)) return line
  const { index } = /[|:-]/.exec(start) ?? />/.exec(start) ?? {}
  return index === undefined ? line : `${line.slice(0, index)}\\${line.slice(index)}`
}

/** A whole text at once. What is safe already comes back as it is. */
export function toSafeText(text: string, allowed: AllowedLinks): string {
  const safe = createSafeText(allowed)
  return safe.push(text) + safe.end()
}
