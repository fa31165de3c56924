import type { State } from './rewriter-state.ts'

const ADDRESS = /^(?:<?https?:|www\.|[/#<)])/i
const ADDRESS_SO_FAR = /^(?:<?(?:h(?:t(?:t(?:ps?)?)?)?)?|w{0,3})$/i
const LONGEST_START = 8

export type Finding = 'yes' | 'no' | 'unfinished'

/** Whether an address begins at `at`. Another one needs no care: a space keeps it from being a link. */
export function findAddress({ input, isFinal }: State, at: number): Finding {
  const start = input.slice(at, at + LONGEST_START)
  if (ADDRESS.test(start)) return 'yes'
  return !isFinal && ADDRESS_SO_FAR.test(start) ? 'unfinished' : 'no'
}

const DEFINITION = /^:[ \t]{0,8}/

/** Whether the marker that ends at `at` is a line's `[^1]: …` or `[1]: https://…`. */
export function findDefinition(state: State, at: number, isFootnote: boolean): Finding {
  const { input, isFinal } = state
  if (at === input.length && !isFinal) return 'unfinished'
  const colon = DEFINITION.exec(input.slice(at, at + 9))?.[0]
  if (colon === undefined) return 'no'
  return isFootnote ? 'yes' : findAddress(state, at + colon.length)
}

/** No address ends in these, and where one is not closed they end it. */
const ADDRESS_ENDS = ' \t\n`。，、；！？'
const TITLE_ENDS = '\n`'

/** Takes out `https://… "title")`, and no more than that where the bracket is never closed. */
export function readLink(state: State): void {
  const { link, input } = state
  while (state.at < input.length) {
    const char = input.charAt(state.at)
    if (link.quote !== '') {
      if (TITLE_ENDS.includes(char)) return endLink(state)
      if (char === link.quote) link.quote = ''
    } else if (ADDRESS_ENDS.includes(char)) {
      const next = input.charAt(state.at + 1)
      if (char !== ' ') return endLink(state)
      if (next === '') {
        if (state.isFinal) endLink(state)
        else state.mode = 'link'
        return
      }
      if (next !== ')' && next !== '"' && next !== "'") return endLink(state)
    } else if (readAddressChar(link, char)) {
      state.at += 1
      return endLink(state)
    }
    state.at += 1
  }
}

/** True at the closing bracket. */
function readAddressChar(link: State['link'], char: string): boolean {
  if (char === '"' || char === "'") link.quote = char
  else if (char === '(') link.depth += 1
  else if (char === ')' || char === '）') link.depth -= 1
  return link.depth === 0
}

function endLink(state: State): void {
  state.mode = 'prose'
  state.hasGap = true
}
