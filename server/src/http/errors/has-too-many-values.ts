import { MAX_BODY_VALUES } from '@footnote/contract/limits'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const LIST = 0x5b
const OBJECT = 0x7b

/**
 * Whether a JSON text has so many values that reading it would hold up everybody else. A validator notes
 * what is wrong with each entry before it looks at how many there are: 24 MB of `[0,0,…` took minutes
 * and all memory. So they are counted in the text, which takes 2 ns a character.
 */
export function hasTooManyValues(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA || code === LIST || code === OBJECT) values += 1
    if (values > MAX_BODY_VALUES) return true
  }
  return false
}

/** Where the closing quote is, or the end of a text that has none. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(quote - backslashes - 1) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return quote
    from = quote + 1
  }
}
