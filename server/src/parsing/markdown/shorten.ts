import type { Nodes, Root } from 'mdast'

/**
 * The parser's time goes by the character, so what it would only copy is left out: words that stand
 * between spaces, and the lines of a fenced block of code. A mark, a character of Unicode's private
 * use area, stands in their place until the tree is made.
 */
export type Shortened = {
  markdown: string
  /** Puts the text back into the tree. False if the parser saw code where it is none. */
  restore(tree: Root): boolean
}

const FIRST_MARK = 0xe000
const LAST_MARK = 0xf8ff
const MARK = /[\uE000-\uF8FF]/g
/** Text that has such characters of its own, or perhaps writes one as `&#xE000;`. */
const HAS_MARKS = /[\uE000-\uF8FF\0]|&#/

/**
 * A label, whose words are compared with those of other labels; a tag, whose attributes are read; or
 * three words and more. The first of them stays, so that what a line begins with does not change, and
 * so that words never become one.
 */
const LABEL = String.raw`\[[^\[\]]*\]`
const TAG = String.raw`<(?:"[^"]*"|'[^']*'|[^>"']+)*>?`
const WORD = String.raw`[A-Za-z\u00C0-\u1FFF][A-Za-z\u00C0-\u1FFF\d'-]*[,.;:!?]?`
const WORDS = new RegExp(
  String.raw`${LABEL}|${TAG}|(?<=^| )(${WORD} )(${WORD}(?: ${WORD})+)(?= |$)`,
  'gm',
)

export function shorten(markdown: string): Shortened {
  if (HAS_MARKS.test(markdown)) return { markdown, restore: () => true }
  const removed: string[] = []
  const codes = new Set<string>()
  const mark = (text: string): string | null => {
    if (FIRST_MARK + removed.length > LAST_MARK) return null
    removed.push(text)
    return String.fromCharCode(FIRST_MARK + removed.length - 1)
  }
  const withoutCode = replaceCode(markdown, (code) => {
    const character = mark(code)
    if (character !== null) codes.add(character)
    return character
  })
  const short = withoutCode.replace(WORDS, (found, first?: string, rest?: string) => {
    const character = first === undefined || rest === undefined ? null : mark(rest)
    return character === null ? found : first + character
  })
  const original = (character: string) => removed[character.charCodeAt(0) - FIRST_MARK] ?? ''
  return {
    markdown: short,
    restore(tree) {
      let seen = 0
      visit(tree, (node) => {
        if (node.type === 'code' && codes.has(node.value)) seen += 1
        if ('value' in node) node.value = node.value.replace(MARK, original)
        if ('alt' in node && node.alt) node.alt = node.alt.replace(MARK, original)
      })
      return seen === codes.size
    },
  }
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) visit(child, see)
}

const FENCE = /^( *)(`{3,}(?=[^`]*$)|~{3,})/

/** Every line of the code must be indented as its fence is: then it has the same container. */
function replaceCode(markdown: string, mark: (code: string) => string | null): string {
  const lines = markdown.split('\n')
  const kept: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    kept.push(line)
    const [, indent = '', fence] = FENCE.exec(line) ?? []
    if (fence === undefined) continue
    const end = closingLine(lines, index + 1, fence)
    if (end === -1) return [...kept, ...lines.slice(index + 1)].join('\n')
    const code = lines.slice(index + 1, end)
    const isInside = code.every((each) => each.startsWith(indent) || each.trim() === '')
    const character =
      isInside && code.length > 0
        ? mark(code.map((each) => each.slice(indent.length)).join('\n'))
        : null
    kept.push(...(character === null ? code : [indent + character]), lines[end] ?? '')
    index = end
  }
  return kept.join('\n')
}

function closingLine(lines: readonly string[], from: number, fence: string): number {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? ''
    if (line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)) return index
  }
  return -1
}
