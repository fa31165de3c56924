import { LITERAL_BACKTICK } from './read-construct.ts'

const PUNCTUATION = /[!-/:-@[-`{-~]/
/** What may stand before a block's first word: indentation, quotes and list markers. */
const CONTAINERS = /^(?:[ \t>*+-]|\d{1,9}[.)])*$/
/** What means nothing wherever it stands. */
const PLAIN = /[\w \t,;"'+*/=%$#@.^{}|&\u0080-\uffff-]+/y
/** As much of a line as is looked at to know its block. */
export const LINE_HEAD = 60

/** Whether a tilde behind it may complete a fence. */
const mayOpenTildeFence = (head: string): boolean =>
  (head.endsWith('~~') || head.length === LINE_HEAD) && CONTAINERS.test(head.replace(/~+$/, ''))

/** Writes the answer out, and sees to it that no two pieces become markup by standing side by side. */
export type Emitter = {
  /** Prose. Escape pairs must come whole. */
  text(text: string): void
  /** A code span, verbatim. */
  code(text: string): void
  /** Part of a fenced line, verbatim. */
  fenced(text: string): void
  /** A link to an allowed address, verbatim. */
  link(text: string): void
  newline(): void
  /** The beginning of the line that is being written. */
  lineHead(): string
  isAfterSpace(): boolean
  /** Whether what is out may be the name of an email address. */
  isAfterName(): boolean
  /** Whether a line began with a bracket that is still open: a label, which ends even inside code. */
  isInLabel(): boolean
  take(isEnd: boolean): string
}

export function createEmitter(): Emitter {
  let out = ''
  let head = ''
  let last = ''
  /** `<` and `!` wait for what follows them. */
  let waiting = ''
  /** A line's first brackets: a colon behind them would make a link definition. */
  let firstBrackets: 'none' | 'open' | 'closed' = 'none'

  function write(text: string): void {
    out += text
    if (head.length < LINE_HEAD) head = (head + text).slice(0, LINE_HEAD)
    if (text !== '') last = text.charAt(text.length - 1)
  }

  function release(isMarkup: boolean): void {
    if (waiting === '<') write(isMarkup ? '\\<' : '<')
    else if (waiting === '!') write('!')
    waiting = ''
  }

  function character(char: string): void {
    const before = head
    if (waiting !== '') release(/[A-Za-z/!?]/.test(char))
    if (last === '\\' && PUNCTUATION.test(char)) write('\\')
    if (char === '<' || char === '!') {
      waiting = char
      return
    }
    if (char === '`') write(LITERAL_BACKTICK)
    else if (char === '(' && last === ']') write(' (')
    else if (char === ':' && firstBrackets === 'closed') write('\\:')
    else if (char === '~' && mayOpenTildeFence(head)) write('\\~')
    else write(char)
    if (char === '[') firstBrackets = CONTAINERS.test(before) ? 'open' : 'none'
    else if (char === ']' && firstBrackets === 'open') firstBrackets = 'closed'
    else if (firstBrackets === 'closed') firstBrackets = 'none'
  }

  return {
    text(text) {
      for (let at = 0; at < text.length; at++) {
        PLAIN.lastIndex = at
        const plain = waiting === '' && last !== '\\' ? PLAIN.exec(text)?.[0] : undefined
        if (plain !== undefined) {
          write(plain)
          if (firstBrackets === 'closed') firstBrackets = 'none'
          at += plain.length
          if (at === text.length) return
        }
        const char = text.charAt(at)
        const next = text.charAt(at + 1)
        if (char === '\\' && next !== '' && PUNCTUATION.test(next)) {
          release(false)
          if (last === '\\') write('\\')
          write(char + next)
          // An escaped character ends nothing and begins nothing.
          last = ''
          if (firstBrackets === 'closed') firstBrackets = 'none'
          at++
        } else character(char)
      }
    },
    code(text) {
      release(false)
      if (last === '\\' || last === '`') write(last === '\\' ? '\\' : ' ')
      write(text)
    },
    fenced: write,
    link(text) {
      const isImage = waiting === '!' && text.startsWith('[')
      if (isImage) waiting = ''
      if (isImage) write('\\!')
      release(true)
      if (last === '\\') write('\\')
      write(text)
      last = ''
    },
    newline() {
      release(false)
      out += '\n'
      head = ''
      last = '\n'
    },
    lineHead: () => (head + waiting).slice(0, LINE_HEAD),
    isAfterName: () => waiting === '' && /^[-.\w+]$/.test(last),
    isInLabel: () => firstBrackets === 'open',
    isAfterSpace: () => waiting === '' && /^\s?$/.test(last) && head !== '',
    take(isEnd) {
      if (isEnd) release(false)
      const taken = out
      out = ''
      return taken
    },
  }
}
