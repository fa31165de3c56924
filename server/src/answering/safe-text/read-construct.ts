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

/** What would open code or a citation's marker, as character references. */
const REFERENCES: Readonly<Record<string, string>> = {
  '`': LITERAL_BACKTICK,
  '[': '&#91;',
  '【': '&#12304;',
  '［': '&#65339;',
}

/**
 * Code as text. Its brackets stay what they were in code: no citation's marker, which would have been
 * read before it was known that this is none.
 */
export const withoutCode = (code: string): string =>
  code.replaceAll(/[`[【［]/g, (char) => REFERENCES[char] ?? char)

/** As far as anything is looked at. What is not closed by then is plain text. */
const MAX_LENGTH = 1000

/** What stands at the beginning of the input, or `wait` where more of it is needed to tell. */
export type Construct =
  | 'wait'
  | 'none'
  /** It is removed, and `instead` is read in its place. */
  | { length: number; instead: string }
  | { length: number; code: string }
  | { length: number; link: string }
  | { length: number; escaped: string }

/**
 * What a construct may reach over: the rest of its line, as far as it is looked at. It grows until it
 * is whole. Whatever is decided before then must hold for every way in which it may go on.
 */
type Reach = { text: string; isWhole: boolean; isClipped: boolean }

type Reader = (reach: Reach, allowed: AllowedLinks) => Construct

const READERS: Readonly<Record<string, Reader>> = {
  '`': readBackticks,
  '<': readAngle,
  '[': readBrackets,
  '!': readImage,
}

export function readConstruct(input: string, isEnd: boolean, allowed: AllowedLinks): Construct {
  const reader = READERS[input.charAt(0)]
  return reader ? reader(measureReach(input, isEnd), allowed) : 'none'
}

function measureReach(input: string, isEnd: boolean): Reach {
  const [text = '', ...more] = input.slice(0, MAX_LENGTH + 1).split('\n', 2)
  const isClipped = text.length > MAX_LENGTH
  return {
    text: text.slice(0, MAX_LENGTH),
    isWhole: isEnd || isClipped || more.length > 0,
    isClipped,
  }
}

/** A span that closes on its line is code. Backticks without their like stand for themselves. */
function readBackticks({ text, isWhole, isClipped }: Reach): Construct {
  const [run = ''] = /^`+/.exec(text) ?? []
  const span = findSpan(text, run.length)
  // At the very end its closing backticks may not be all there.
  const mayGoOn = span === text && (!isWhole || isClipped)
  if (span !== undefined && !mayGoOn) return { length: span.length, code: span }
  if (!isWhole) return 'wait'
  return { length: run.length, escaped: LITERAL_BACKTICK.repeat(run.length) }
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

/** What may still become one of them. */
const UNFINISHED_AUTOLINK =
  /^<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]*(?:@[\w.-]*)?)$/
const UNFINISHED_TAG = /^<\/?[A-Za-z](?:[^<>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*$/
const UNFINISHED_COMMENT = /^<(?:!(?:-(?:-.*)?)?)?$/

function readAngle({ text, isWhole }: Reach, allowed: AllowedLinks): Construct {
  const [, address] = AUTOLINK.exec(text) ?? []
  if (address !== undefined) {
    const link = allowed.find(address)
    const length = address.length + 2
    return link === undefined ? { length, instead: '' } : { length, link: `<${link}>` }
  }
  const [comment] = COMMENT.exec(text) ?? []
  if (comment !== undefined) return { length: comment.length, instead: '' }
  const [tag, closing, opening] = TAG.exec(text) ?? []
  if (tag !== undefined) {
    const name = closing ?? opening ?? ''
    if (!HTML_ELEMENTS.has(name.toLowerCase())) return 'none'
    return { length: tag.length, instead: name.toLowerCase() === 'br' ? ' ' : '' }
  }
  return isWhole || !isUnfinishedAngle(text) ? 'none' : 'wait'
}

function isUnfinishedAngle(text: string): boolean {
  if (UNFINISHED_AUTOLINK.test(text) || UNFINISHED_COMMENT.test(text)) return true
  const [, name] = /^<\/?([A-Za-z][A-Za-z\d-]*)\s/.exec(text) ?? []
  const isElement = name !== undefined && HTML_ELEMENTS.has(name.toLowerCase())
  return isElement && UNFINISHED_TAG.test(text)
}

/** An image leaves its description. */
function readImage({ text, ...reach }: Reach, allowed: AllowedLinks): Construct {
  if (text === '!' && !reach.isWhole) return 'wait'
  if (text.charAt(1) !== '[') return 'none'
  const link = readBrackets({ text: text.slice(1), ...reach }, allowed)
  if (link === 'wait' || link === 'none') return link
  if ('instead' in link) return { length: link.length + 1, instead: link.instead }
  return 'link' in link ? { length: 1, instead: '' } : 'none'
}

/**
 * A link keeps its words; its address only where it is a cited page's. `[words][label]` is left as it is:
 * no definition of a label gets through, so it leads nowhere.
 */
function readBrackets({ text, isWhole }: Reach, allowed: AllowedLinks): Construct {
  const undecided = isWhole ? 'none' : 'wait'
  const close = closingBracket(text)
  if (close === undefined) return undecided
  const words = text.slice(1, close)
  // A citation's marker, which is ours.
  if (/^\d+$/.test(words)) return 'none'
  const rest = text.slice(close + 1)
  if (rest === '') return undecided
  if (!rest.startsWith('(')) return 'none'
  const [target, quoted, bare] = TARGET.exec(rest) ?? []
  if (target === undefined) return undecided
  return readLink(words, quoted ?? bare ?? '', close + 1 + target.length, allowed)
}

function readLink(words: string, target: string, length: number, allowed: AllowedLinks): Construct {
  const link = allowed.find(target)
  // Words that hold markup of their own are read again, without the link around them.
  if (link === undefined || /[[\]`<>\\]|:\/\/|www\.|@/i.test(words))
    return { length, instead: words }
  return { length, link: `[${words}](<${link}>)` }
}

/** With escapes and nested brackets minded. */
function closingBracket(input: string): number | undefined {
  let depth = 0
  for (let at = 0; at < input.length; at++) {
    const char = input.charAt(at)
    if (char === '\\') at++
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  return undefined
}
