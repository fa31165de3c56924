import type { AllowedLinks } from './allowed-links.ts'

/** Elements whose tags are taken out. Anything else between angle brackets is shown. */
const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption ' +
    'center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed ' +
    'fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr ' +
    'html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter ' +
    'nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp ' +
    'script section select small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
)

/**
 * A backtick that opens nothing. Not escaped by a backslash, which many readers of code spans, ours of
 * citation markers among them, do not mind.
 */
export const LITERAL_BACKTICK = '&#96;'

/** As long as something may stay undecided; then it is taken for plain text. */
const MAX_PENDING = 1000

/** What stands at the beginning of the input, or `wait` where more of it is needed to tell. */
export type Construct =
  | 'wait'
  | 'none'
  /** It is removed, and `instead` is read in its place. */
  | { length: number; instead: string }
  | { length: number; code: string }
  | { length: number; link: string }
  | { length: number; escaped: string }

type Reader = (input: string, isEnd: boolean, allowed: AllowedLinks) => Construct

export const CONSTRUCTS: Readonly<Record<string, Reader>> = {
  '`': readBackticks,
  '<': readAngle,
  '[': readBrackets,
  '!': readImage,
}

/** The line up to its end; undefined while its end is not there and it may yet grow. */
function lineOf(input: string, isEnd: boolean): string | undefined {
  const end = input.indexOf('\n')
  if (end >= 0) return input.slice(0, end)
  return isEnd || input.length > MAX_PENDING ? input : undefined
}

/** A span that closes on its line is code. Backticks without their like stand for themselves. */
function readBackticks(input: string, isEnd: boolean): Construct {
  const run = /^`+/.exec(input)?.[0] ?? ''
  if (run.length === input.length && !isEnd) return 'wait'
  const line = lineOf(input, isEnd)
  const span = findSpan(line ?? input, run.length)
  if (span === undefined || (span === input && !isEnd)) {
    if (line === undefined) return 'wait'
    return { length: run.length, escaped: LITERAL_BACKTICK.repeat(run.length) }
  }
  return { length: span.length, code: span }
}

function findSpan(line: string, runLength: number): string | undefined {
  const runs = /`+/g
  runs.lastIndex = runLength
  for (let run = runs.exec(line); run; run = runs.exec(line)) {
    if (run[0].length === runLength) return line.slice(0, runs.lastIndex)
  }
  return undefined
}

const AUTOLINK = /^<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/
/** As CommonMark has it, on one line. */
const TAG =
  /^<(?:\/([A-Za-z][A-Za-z\d-]*)[ \t]*|([A-Za-z][A-Za-z\d-]*)(?:[ \t]+[A-Za-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?)*[ \t]*\/?)>/
/** A link's target: an address and perhaps a title, on one line. */
const TARGET =
  /^\([ \t]*(?:<((?:[^<>\\\n]|\\.)*)>|((?:[^\s()\\<]|\\.)(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*)?)(?:[ \t]+(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\((?:[^()\\\n]|\\.)*\)))?[ \t]*\)/
const COMMENT = /^<!--(?:[^-]|-(?!->))*-->/

function readAngle(input: string, isEnd: boolean, allowed: AllowedLinks): Construct {
  if (input.length === 1 && !isEnd) return 'wait'
  if (!/^<[A-Za-z/!\w.]/.test(input)) return 'none'
  const [, address] = AUTOLINK.exec(input) ?? []
  if (address !== undefined) {
    const link = allowed.find(address)
    const length = address.length + 2
    return link === undefined ? { length, instead: '' } : { length, link: `<${link}>` }
  }
  const [comment] = COMMENT.exec(input) ?? []
  if (comment !== undefined && !comment.includes('\n'))
    return { length: comment.length, instead: '' }
  const [tag, closing, opening] = TAG.exec(input) ?? []
  if (tag !== undefined) {
    const name = closing ?? opening ?? ''
    if (!HTML_ELEMENTS.has(name.toLowerCase())) return 'none'
    return { length: tag.length, instead: name.toLowerCase() === 'br' ? ' ' : '' }
  }
  const [, begun] = /^<\/?([A-Za-z][A-Za-z\d-]*)\s/.exec(input) ?? []
  const isTag = begun === undefined || HTML_ELEMENTS.has(begun.toLowerCase())
  const isOpen = isTag && !/[>\n]/.test(input) && !isEnd && input.length <= MAX_PENDING
  return isOpen ? 'wait' : 'none'
}

/** An image leaves its description. */
function readImage(input: string, isEnd: boolean, allowed: AllowedLinks): Construct {
  if (input.length === 1 && !isEnd) return 'wait'
  if (input.charAt(1) !== '[') return 'none'
  const link = readBrackets(input.slice(1), isEnd, allowed)
  if (link === 'wait' || link === 'none') return link
  if ('instead' in link) return { length: link.length + 1, instead: link.instead }
  return 'link' in link ? { length: 1, instead: '' } : 'none'
}

/**
 * A link keeps its words; its address only where it is a cited page's. `[words][label]` is left as it is:
 * no definition of a label gets through, so it leads nowhere.
 */
function readBrackets(input: string, isEnd: boolean, allowed: AllowedLinks): Construct {
  const close = closingBracket(input)
  if (close === undefined) return lineOf(input, isEnd) === undefined ? 'wait' : 'none'
  const words = input.slice(1, close)
  // A citation's marker, which is ours.
  if (/^\d+$/.test(words)) return 'none'
  const rest = input.slice(close + 1)
  if (rest === '' && !isEnd) return 'wait'
  if (rest.startsWith('(')) {
    const [target, quoted, bare] = TARGET.exec(rest) ?? []
    if (target === undefined) return lineOf(input, isEnd) === undefined ? 'wait' : 'none'
    return readLink(words, quoted ?? bare ?? '', close + 1 + target.length, allowed)
  }
  return 'none'
}

function readLink(words: string, target: string, length: number, allowed: AllowedLinks): Construct {
  const link = allowed.find(target)
  // Words that hold markup of their own are read again, without the link around them.
  if (link === undefined || /[[\]`<>\\]|:\/\/|www\.|@/i.test(words))
    return { length, instead: words }
  return { length, link: `[${words}](<${link}>)` }
}

/** On this line, with escapes and nested brackets minded. */
function closingBracket(input: string): number | undefined {
  let depth = 0
  for (let at = 0; at < input.length; at++) {
    const char = input.charAt(at)
    if (char === '\n') return undefined
    if (char === '\\') at++
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  return undefined
}
