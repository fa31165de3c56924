import type { Attributes } from './notion-tags.ts'
import { readAttributes } from './notion-tags.ts'

/** A line of Notion's Markdown, or a tag, with what is inside it. */
export type Block = {
  kind: 'line' | 'code' | 'equation' | 'table' | 'tag'
  /** The line, the lines of code, the whole table, or the name of the tag. */
  text: string
  attributes: Attributes
  /** Of a tag that begins and ends on one line. */
  label: string | null
  children: Block[]
}

/** Containers have their content on lines of their own. `details` begins with a `summary`. */
const FENCE = /^(`{3,}|~{3,})\s*([^`]*)$/
const WHOLE_TAG = /^<([a-z][\w-]{0,40})((?:\s[^<>]{0,4000})?)(?:\/>|>(.*)<\/\1>)$/
const OPEN_TAG = /^<([a-z][\w-]{0,40})((?:\s[^<>]{0,4000})?)>$/
const CLOSE_TAG = /^<\/([a-z][\w-]{0,40})>$/
const OPEN_DIV = /^:{3,}\s*([a-z][\w-]{0,40})\s*(\{.*\})?$/
const CLOSE_DIV = /^:{3,}$/
/** They stand in the text of a line. */
const INLINE_TAG = /^(?:span|br|u|mention-[\w-]+)$/
/** Deeper blocks stand beside those that hold them. */
const MAX_DEPTH = 40

type Open = { block: Block; depth: number; tag: string | null }

/**
 * Reads the blocks of Notion's Markdown. Each line is a block of its own; what a block holds is indented
 * by a tab below it, or stands between its tags.
 */
export function readBlocks(markdown: string): Block[] {
  const root: Block = newBlock('tag', '')
  const open: Open[] = []
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n')
  const add = (block: Block, depth: number, tag: string | null) => {
    ;(open.at(-1)?.block ?? root).children.push(block)
    if (open.length < MAX_DEPTH) open.push({ block, depth, tag })
  }
  for (let at = 0; at < lines.length; at += 1) {
    const depth = countTabs(lines[at] ?? '')
    const line = (lines[at] ?? '').trim()
    if (line === '') continue
    while (isLeft(open.at(-1), depth)) open.pop()
    const closed = CLOSE_DIV.test(line) ? 'div' : CLOSE_TAG.exec(line)?.[1]
    if (closed !== undefined && !INLINE_TAG.test(closed)) {
      const start = open.findLastIndex(({ tag }) => tag === closed)
      if (start !== -1) open.length = start
      continue
    }
    const special = readLines(lines, at)
    if (special) {
      add(special.block, depth, null)
      at = special.end
      continue
    }
    const div = OPEN_DIV.exec(line)
    if (div) {
      add(newBlock('tag', div[1] ?? '', readAttributes(div[2] ?? '')), depth, 'div')
      continue
    }
    const tag = readTag(line)
    if (tag) add(tag, depth, tag.label === null ? tag.text : null)
    else add(newBlock('line', line), depth, null)
  }
  return root.children
}

const newBlock = (
  kind: Block['kind'],
  text: string,
  attributes: Attributes = new Map(),
  label: string | null = null,
): Block => ({ kind, text, attributes, label, children: [] })

const countTabs = (line: string): number => /^\t*/.exec(line)?.[0].length ?? 0

/** A tag holds what follows until it is closed, unless that is indented less than it is itself. */
const isLeft = (last: Open | undefined, depth: number): boolean =>
  last !== undefined && (last.tag === null ? last.depth >= depth : last.depth > depth)

function readTag(line: string): Block | null {
  const whole = WHOLE_TAG.exec(line)
  if (whole) {
    const [, name = '', attributes = '', label = ''] = whole
    return INLINE_TAG.test(name) ? null : newBlock('tag', name, readAttributes(attributes), label)
  }
  const [, name, attributes = ''] = OPEN_TAG.exec(line) ?? []
  if (name === undefined || INLINE_TAG.test(name)) return null
  return newBlock('tag', name, readAttributes(attributes))
}

/** Blocks whose lines are not blocks: code, an equation, a table. */
function readLines(lines: readonly string[], start: number): { block: Block; end: number } | null {
  const first = lines[start] ?? ''
  const depth = countTabs(first)
  const line = first.trim()
  const fence = FENCE.exec(line)
  if (fence) {
    const end = findLine(lines, start + 1, (text) => text.trim() === fence[1])
    const code = lines.slice(start + 1, end).map((text) => withoutTabs(text, depth))
    const language = new Map([['language', (fence[2] ?? '').trim()]])
    return { block: newBlock('code', code.join('\n'), language), end }
  }
  if (line === '$$') {
    const end = findLine(lines, start + 1, (text) => text.trim() === '$$')
    const equation = lines.slice(start + 1, end).map((text) => withoutTabs(text, depth))
    return { block: newBlock('equation', equation.join('\n')), end }
  }
  if (/^\$\$.+\$\$$/.test(line)) {
    return { block: newBlock('equation', line.slice(2, -2)), end: start }
  }
  if (!/^<table[\s>]/.test(line)) return null
  const end = findLine(lines, start, (text) => text.includes('</table>'))
  return { block: newBlock('table', lines.slice(start, end + 1).join('\n')), end }
}

/** Where there is none, all that follows belongs to it. */
function findLine(lines: readonly string[], from: number, isIt: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at += 1) if (isIt(lines[at] ?? '')) return at
  return lines.length
}

const withoutTabs = (line: string, count: number): string =>
  line.slice(Math.min(count, countTabs(line)))
