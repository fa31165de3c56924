import { escapeHtml } from '../api/html-page.ts'
import { readAttributes, readId } from './notion-tags.ts'
import type { Attributes } from './notion-tags.ts'

/** The title of a page or database by its id. null: it is not known. */
export type TitleOf = (id: string) => string | null

const TAG = /<(\/?)([a-z][\w-]{0,40})((?:\s[^<>]{0,4000})?)>/y
const CODE_FENCE = /`+/y
const CITATION = /\[\^[^\]\s]{1,2000}\]/y
const EMPHASIS = /\*{1,3}|~~/y
const ESCAPABLE = /[!-/:-@[-`{-~]/

const MAX_TITLE = 5000
/** Notion puts no link into a link. */
const MAX_DEPTH = 10

type Piece = { html: string; end: number }

/**
 * The text of one block in Notion's Markdown, as HTML. Notion escapes every sign that is meant as text,
 * so that a bare one always marks something. Emphasis and colours go: no parser reads them.
 */
export function inlineHtml(source: string, titleOf: TitleOf): string {
  const closing = matchBrackets(source)
  const readers: Readonly<Record<string, (at: number) => Piece | null>> = {
    '[': readLink,
    '!': readImage,
    '<': readTag,
    '*': readEmphasis,
    '~': readEmphasis,
    '`': readCode,
    $: readEquation,
  }
  let depth = 0
  return readRange(0, source.length)

  function readRange(from: number, to: number): string {
    if (depth === MAX_DEPTH) return escapeHtml(source.slice(from, to))
    let html = ''
    depth += 1
    for (let at = from; at < to;) {
      const piece = readPiece(at)
      html += piece.html
      at = piece.end
    }
    depth -= 1
    return html
  }

  function readPiece(at: number): Piece {
    const sign = source[at] ?? ''
    const next = source[at + 1] ?? ''
    if (sign === '\\' && ESCAPABLE.test(next)) return { html: escapeHtml(next), end: at + 2 }
    return readers[sign]?.(at) ?? { html: escapeHtml(sign), end: at + 1 }
  }

  function readLink(at: number): Piece | null {
    const citation = matchAt(CITATION, source, at)
    if (citation) return { html: '', end: at + citation[0].length }
    const target = readTarget(at)
    return target && { html: link(target.href, readRange(at + 1, target.from)), end: target.end }
  }

  /** Its address is signed and ends after an hour, so that only the caption stays. */
  function readImage(at: number): Piece | null {
    const target = readTarget(at + 1)
    return target && { html: readRange(at + 2, target.from), end: target.end }
  }

  /** Of `[label](href)`: the end of the label, what it leads to, and the end of it all. */
  function readTarget(at: number): { from: number; href: string; end: number } | null {
    const from = source[at] === '[' ? closing.get(at) : undefined
    if (from === undefined || source[from + 1] !== '(') return null
    const close = closing.get(from + 1)
    return close === undefined
      ? null
      : { from, href: source.slice(from + 2, close).trim(), end: close + 1 }
  }

  function readTag(at: number): Piece | null {
    const [whole, slash, name = '', given = ''] = matchAt(TAG, source, at) ?? []
    if (whole === undefined) return null
    const end = at + whole.length
    if (name === 'br') return { html: '<br>', end }
    if (slash === '/' || !name.startsWith('mention-')) return { html: '', end }
    const closeTag = `</${name}>`
    const after = source.slice(end, end + MAX_TITLE)
    const length = whole.endsWith('/>') ? -1 : after.indexOf(closeTag)
    const close = length === -1 ? -1 : end + length
    const label = close === -1 ? '' : readRange(end, close)
    return {
      html: mention(name, readAttributes(given), label),
      end: close === -1 ? end : close + closeTag.length,
    }
  }

  function mention(name: string, given: Attributes, label: string): string {
    if (name === 'mention-date') return escapeHtml(dates(given))
    const href = given.get('url') ?? ''
    const id = readId(href)
    const title = label === '' && id !== null ? escapeHtml(titleOf(id) ?? '') : label
    return name === 'mention-user' ? title : link(href, title)
  }

  function readEmphasis(at: number): Piece | null {
    const mark = matchAt(EMPHASIS, source, at)?.[0]
    if (mark === undefined) return null
    const end = at + mark.length
    // `2 * 3` is text all the same.
    const isAlone = isSpace(source[at - 1]) && isSpace(source[end])
    return isAlone ? null : { html: '', end }
  }

  function readCode(at: number): Piece | null {
    const fence = matchAt(CODE_FENCE, source, at)?.[0] ?? ''
    const start = at + fence.length
    const close = source.indexOf(fence, start)
    return close === -1
      ? null
      : { html: code(source.slice(start, close)), end: close + fence.length }
  }

  /** `$x$`, or with backticks inside where the equation has signs of Markdown. */
  function readEquation(at: number): Piece | null {
    const isQuoted = source[at + 1] === '`'
    const start = at + (isQuoted ? 2 : 1)
    const mark = isQuoted ? '`$' : '$'
    const close = source.indexOf(mark, start)
    const equation = close === -1 ? '' : source.slice(start, close)
    if (equation === '' || (!isQuoted && equation !== equation.trim())) return null
    return { html: code(equation), end: close + mark.length }
  }
}

/** For each opening bracket the one that closes it, outside of code. */
function matchBrackets(source: string): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  let squares = 0
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '\\') at += 1
    else if (sign === '`') at = endOfCode(source, at)
    else if (sign === '[' || sign === '(') {
      open.push(at)
      if (sign === '[') squares += 1
    } else if (sign === ')' && source[open.at(-1) ?? -1] === '(') closing.set(open.pop() ?? at, at)
    else if (sign === ']' && squares > 0) {
      const start = open.findLastIndex((place) => source[place] === '[')
      closing.set(open[start] ?? at, at)
      open.length = start
      squares -= 1
    }
  }
  return closing
}

function endOfCode(source: string, at: number): number {
  const fence = matchAt(CODE_FENCE, source, at)?.[0] ?? ''
  const close = source.indexOf(fence, at + fence.length)
  return (close === -1 ? at : close) + fence.length - 1
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign)

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** Addresses within Notion have no origin, and are those of its own application. */
export function link(href: string, label: string): string {
  if (label === '') return ''
  const isWeb = /^(?:https?:\/\/|mailto:)/i.test(href)
  return isWeb ? `<a href="${escapeHtml(href)}">${label}</a>` : label
}

/** A day, or the days from and to. */
function dates(given: Attributes): string {
  const from = [given.get('start'), given.get('startTime') ?? given.get('start-time')]
  const to = [given.get('end'), given.get('endTime') ?? given.get('end-time')]
  return [from, to]
    .map((parts) => parts.filter((part) => part !== undefined).join(' '))
    .filter((day) => day !== '')
    .join(' – ')
}
